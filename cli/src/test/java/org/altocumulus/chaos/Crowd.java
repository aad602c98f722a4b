package org.altocumulus.chaos;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientOptions;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.WeakKeys;
import org.altocumulus.protocol.session.SessionParameters;

/** A publisher at the first edge, and players of its stream, as many at each edge. */
final class Crowd implements AutoCloseable {
    /** Players in all. */
    static final int PLAYERS = 60;

    /** What they play. */
    static final String STREAM = "chaos";

    /** How soon all play again once all is well. */
    private static final Duration SETTLE = Duration.ofSeconds(40);

    private static final long PING_MILLIS = 1000;
    private static final int PING_TRIES = 6;

    private final ClientEndpoint endpoint;
    private final ClientEndpoint studio;
    private final InetSocketAddress origin;
    private final List<List<ChaosPlayer>> byEdge = new ArrayList<>();
    private final List<ChaosPlayer> players = new ArrayList<>();
    private final List<Guest> others = new ArrayList<>();
    private final ChaosPublisher publisher;
    private final Diary diary;
    private int newcomers;

    Crowd(ChaosCluster cluster, Diary diary) throws IOException {
        this.diary = diary;
        endpoint = open();
        studio = open();
        origin = cluster.originUdp();
        publisher =
                new ChaosPublisher(
                        studio,
                        diary,
                        "publisher",
                        cluster.edgeUdp(0),
                        origin,
                        STREAM,
                        new Frames());
        for (int i = 0; i < ChaosCluster.EDGES; i++) {
            byEdge.add(new ArrayList<>());
        }
        for (int i = 0; i < PLAYERS; i++) {
            int edge = i % ChaosCluster.EDGES;
            ChaosPlayer player =
                    new ChaosPlayer(
                            endpoint, diary, "player-" + i, cluster.edgeUdp(edge), origin, STREAM);
            byEdge.get(edge).add(player);
            players.add(player);
        }
    }

    /**
     * Clients that notice within some 7 s that their server is gone, and whose handshakes cost
     * little: it is the nodes that are tested.
     */
    private static ClientEndpoint open() throws IOException {
        long ping = TimeUnit.MILLISECONDS.toNanos(PING_MILLIS);
        SessionParameters usual = SessionParameters.DEFAULT;
        List<DhGroup> groups = List.of(DhGroup.MODP_1024);
        KeyingPolicy keying =
                new KeyingPolicy(
                        groups,
                        Protection.ON_REQUEST,
                        Protection.ON_REQUEST,
                        KeyingPolicy.DEFAULT_HMAC_LENGTH);
        return ClientEndpoint.open(
                ClientOptions.DEFAULT
                        .withKeying(keying)
                        .withKeys(new WeakKeys(groups, new SecureRandom()))
                        .withSession(
                                usual.withTimeouts(
                                        usual.timeouts().withPings(ping, ping, PING_TRIES))));
    }

    ChaosPublisher publisher() {
        return publisher;
    }

    /** What is published. */
    Frames frames() {
        return publisher.frames();
    }

    /** All players. */
    List<ChaosPlayer> players() {
        return players;
    }

    /** Those who began at an edge. */
    List<ChaosPlayer> playersOf(int edge) {
        return byEdge.get(edge);
    }

    /** Those who began at any other edge. */
    List<ChaosPlayer> playersBeside(int edge) {
        List<ChaosPlayer> found = new ArrayList<>(players);
        found.removeAll(byEdge.get(edge));
        return found;
    }

    /** Brings everybody home who is elsewhere, and waits until all play. */
    void settle() throws Exception {
        if (!publisher.isHome()) {
            publisher.goHome();
        }
        Await.until(SETTLE, publisher::toString, publisher::isLive);
        players.stream().filter(player -> !player.isHome()).forEach(Guest::goHome);
        awaitPlaying(players, SETTLE);
    }

    /** Waits until each has a frame that was sent after the call. */
    long awaitPlaying(List<ChaosPlayer> whom, Duration limit) throws Exception {
        int sent = frames().last();
        return Await.until(
                limit,
                () -> "frame " + sent + " at each; " + behind(whom, sent),
                () -> whom.stream().allMatch(player -> player.log().last() > sent));
    }

    private static String behind(List<ChaosPlayer> whom, int frame) {
        List<ChaosPlayer> late =
                whom.stream().filter(player -> player.log().last() <= frame).toList();
        return late.size() + " have not, such as the " + (late.isEmpty() ? "" : late.get(0));
    }

    private String more() {
        return "newcomer-" + ++newcomers;
    }

    /** One more player, who is at home at a node and closed with the rest. */
    ChaosPlayer player(InetSocketAddress at, String stream) {
        ChaosPlayer player = new ChaosPlayer(endpoint, diary, more(), at, origin, stream);
        others.add(player);
        player.goHome();
        return player;
    }

    /** One more publisher, likewise. */
    ChaosPublisher publisher(InetSocketAddress at, String stream) {
        ChaosPublisher more =
                new ChaosPublisher(studio, diary, more(), at, origin, stream, new Frames());
        others.add(more);
        more.goHome();
        return more;
    }

    /** How many clients are at a node, by what they think. */
    int clientsAt(InetSocketAddress node) {
        List<Guest> all = new ArrayList<>(players);
        all.add(publisher);
        all.addAll(others);
        return (int) all.stream().filter(guest -> node.equals(guest.server())).count();
    }

    /** The players and publishers who came beside the crowd leave. */
    void dismissOthers() {
        others.forEach(Guest::close);
        others.clear();
    }

    @Override
    public void close() {
        dismissOthers();
        players.forEach(Guest::close);
        publisher.close();
        endpoint.close();
        studio.close();
    }
}
