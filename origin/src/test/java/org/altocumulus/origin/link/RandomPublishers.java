package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Publishers that die, come back, move, lose their names and change them, one after the other, in a
 * cluster whose edges play all streams. A publisher that is refused asks again each second, as
 * encoders do.
 */
final class RandomPublishers {
    private static final long FRAME = 100 * MILLISECOND;

    /** What happens, and how long players may be without frames after it. */
    enum Happening {
        KILLED_AND_REPLACED_AT_ANOTHER_EDGE(3 * SECOND + 2 * SECOND),
        KILLED_AND_REPLACED_AT_THE_SAME_EDGE(3 * SECOND + 2 * SECOND),
        KILLED_AND_BACK_WITH_ITS_IDENTITY(2 * SECOND),
        EVICTED(2 * SECOND),
        EDGE_DRAINED_AND_RESTARTED(3 * SECOND),
        PLAYERS_EDGE_RESTARTED(3 * SECOND),
        REVOKED(12 * SECOND),
        RENAMED(2 * SECOND),
        BEGUN_ANEW(2 * SECOND),
        ORIGINS_AWAY(15 * SECOND);

        final long bound;

        Happening(long bound) {
            this.bound = bound;
        }
    }

    /** Shorter than what an origin gives up an edge after. */
    private static final long CUT_OFF = 15 * SECOND;

    /** Three seconds of silence, a second until a publisher asks again, and the search. */
    private static final long AWAY_BOUND = 6 * SECOND;

    final SimulatedCluster cluster;

    /** The longest time that players were without frames, by what happened. */
    final Map<Happening, Long> longest = new EnumMap<>(Happening.class);

    /** How often a name had two publishers when an edge was back that had been cut off. */
    int twoAtOnce;

    private final Random random;
    private final boolean allDirect;

    /** Who is to publish each stream. */
    private final List<Client> clients = new ArrayList<>();

    private long nextPeer = 1;

    /** A client that publishes, until it is replaced. */
    private static final class Client {
        final StreamKey stream;
        final PeerId peer;
        SimulatedEdge edge;

        Client(StreamKey stream, PeerId peer, SimulatedEdge edge) {
            this.stream = stream;
            this.peer = peer;
            this.edge = edge;
        }

        void publish() {
            edge.peers.putIfAbsent(peer, edge.now());
            edge.publish(stream, peer);
        }

        SimulatedEdge.Published entry() {
            SimulatedEdge.Published entry = edge.published.get(stream.toString());
            return entry != null && peer.equals(entry.owner) ? entry : null;
        }
    }

    RandomPublishers(long seed) {
        random = new Random(seed);
        int direct = random.nextInt(3);
        allDirect = direct == 1;
        cluster =
                new SimulatedCluster(
                        seed,
                        1 + random.nextInt(3),
                        3 + random.nextInt(4),
                        3,
                        edge -> direct == 1 || (direct == 2 && edge % 2 == 0));
        cluster.runFor(5 * SECOND);
        cluster.edges.forEach(edge -> cluster.streams.forEach(edge::want));
        for (StreamKey stream : cluster.streams.subList(0, 2)) {
            Client client = new Client(stream, newPeer(), anyEdge(null));
            client.edge.open(client.peer);
            clients.add(client);
        }
        clients.forEach(Client::publish);
        sendFrames();
        askAgain();
        cluster.runFor(3 * SECOND);
        if (!isWhole()) {
            throw new AssertionError("not even at the beginning: " + state());
        }
    }

    private PeerId newPeer() {
        return new PeerId(nextPeer++, 2, 3, 4);
    }

    private SimulatedEdge anyEdge(SimulatedEdge but) {
        List<SimulatedEdge> others = cluster.edges.stream().filter(edge -> edge != but).toList();
        return others.get(random.nextInt(others.size()));
    }

    private void sendFrames() {
        cluster.edges.forEach(SimulatedEdge::sendFrames);
        cluster.in(FRAME, this::sendFrames);
    }

    private void askAgain() {
        for (Client client : clients) {
            if (client.entry() == null) {
                client.publish();
            }
        }
        cluster.in(SECOND, this::askAgain);
    }

    /** One thing happens, and the players get frames again in time. */
    void happen() {
        Happening[] all = Happening.values();
        happen(all[random.nextInt(all.length)]);
    }

    void happen(Happening what) {
        clients.replaceAll(this::whoPublishes);
        happen(what, clients.get(random.nextInt(clients.size())));
        long began = cluster.now;
        long whole = began;
        while (cluster.now - began < what.bound + 3 * SECOND) {
            cluster.runFor(FRAME);
            if (!isWhole()) {
                whole = cluster.now + FRAME;
            }
        }
        longest.merge(what, whole - began, Math::max);
        if (whole - began > what.bound) {
            throw new AssertionError(
                    what + " took " + (whole - began) / MILLISECOND + " ms: " + state());
        }
    }

    private void happen(Happening what, Client client) {
        SimulatedEdge old = client.edge;
        switch (what) {
            case KILLED_AND_REPLACED_AT_ANOTHER_EDGE -> {
                kill(client);
                replace(client, newPeer(), anyEdge(old)).publish();
            }
            case KILLED_AND_REPLACED_AT_THE_SAME_EDGE -> {
                kill(client);
                // Its node checks it, and says what is new to the cluster after that.
                cluster.runFor(3 * SECOND);
                old.close(client.peer);
                replace(client, newPeer(), old).publish();
            }
            case KILLED_AND_BACK_WITH_ITS_IDENTITY -> {
                kill(client);
                Client again = replace(client, client.peer, anyEdge(old));
                again.edge.open(again.peer);
                again.publish();
            }
            case EVICTED -> {
                Client again = replace(client, client.peer, anyEdge(old));
                again.edge.open(again.peer);
                cluster.runFor(random.nextLong(SECOND));
                again.publish();
            }
            case EDGE_DRAINED_AND_RESTARTED -> drainAndRestart(old);
            case PLAYERS_EDGE_RESTARTED -> drainAndRestart(anyEdge(old));
            case REVOKED -> revoke(client);
            case RENAMED -> rename(client);
            case BEGUN_ANEW -> {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    old.unpublish(client.stream);
                    old.publish(client.stream, client.peer);
                    cluster.runFor(random.nextLong(100 * MILLISECOND));
                }
            }
            case ORIGINS_AWAY -> originsAway(client);
        }
    }

    /** It sends no packet any more, and its session ends some time later. */
    private void kill(Client client) {
        client.edge.kill(client.stream);
        cluster.runFor(random.nextLong(5 * SECOND));
    }

    /** The one of several that has got the name. */
    private Client whoPublishes(Client client) {
        String name = client.stream.toString();
        return cluster.edges.stream()
                .filter(edge -> edge.published.containsKey(name))
                .map(edge -> new Client(client.stream, edge.published.get(name).owner, edge))
                .findFirst()
                .orElseThrow();
    }

    private Client replace(Client old, PeerId peer, SimulatedEdge edge) {
        Client next = new Client(old.stream, peer, edge);
        clients.set(clients.indexOf(old), next);
        return next;
    }

    /** Its clients go elsewhere, and those who play come back to it. */
    private void drainAndRestart(SimulatedEdge edge) {
        edge.drain();
        for (Client client : List.copyOf(clients)) {
            if (client.edge == edge) {
                cluster.runFor(random.nextLong(200 * MILLISECOND));
                Client moved = replace(client, client.peer, anyEdge(edge));
                if (random.nextBoolean()) {
                    edge.close(client.peer);
                }
                moved.edge.open(moved.peer);
                moved.publish();
            }
        }
        cluster.runFor(random.nextLong(SECOND));
        edge.link.close(edge.now());
        cluster.runFor(random.nextLong(100 * MILLISECOND));
        cluster.edges.remove(edge);
        SimulatedEdge next = new SimulatedEdge(cluster, edge.node, edge.port, edge.pull != null);
        cluster.edges.add(next);
        cluster.streams.forEach(next::want);
    }

    /**
     * The name is published at an edge that is cut off from all origins, and by the client; when it
     * is back the older one stays, which is either of them.
     */
    private void revoke(Client client) {
        SimulatedEdge other = anyEdge(client.edge);
        for (int i = 0; i < cluster.origins.length; i++) {
            cluster.cutOff(other, i, CUT_OFF);
        }
        long back = cluster.now + CUT_OFF;
        cluster.runFor(2 * SECOND);
        PeerId peer = newPeer();
        other.open(peer);
        if (random.nextBoolean()) {
            client.edge.unpublish(client.stream);
            cluster.runFor(3 * SECOND);
            other.publish(client.stream, peer);
            if (other.published.containsKey(client.stream.toString())) {
                replace(client, peer, other);
            }
            cluster.runFor(random.nextLong(SECOND));
            client.publish();
        } else {
            other.publish(client.stream, peer);
        }
        cluster.runFor(back - cluster.now);
        String name = client.stream.toString();
        if (cluster.edges.stream().filter(edge -> edge.published.containsKey(name)).count() > 1) {
            twoAtOnce++;
        }
    }

    /** Another name, and perhaps back. */
    private void rename(Client client) {
        StreamKey spare =
                cluster.streams.stream()
                        .filter(
                                stream ->
                                        clients.stream()
                                                .noneMatch(one -> one.stream.equals(stream)))
                        .findFirst()
                        .orElseThrow();
        Client renamed = new Client(spare, client.peer, client.edge);
        clients.set(clients.indexOf(client), renamed);
        client.edge.unpublish(client.stream);
        renamed.publish();
        if (random.nextBoolean()) {
            cluster.runFor(random.nextLong(200 * MILLISECOND));
            clients.set(clients.indexOf(renamed), client);
            client.edge.unpublish(spare);
            client.publish();
        }
    }

    /** A client is killed and replaced while there is no origin, or one that hangs. */
    private void originsAway(Client client) {
        boolean killed = random.nextBoolean();
        long time = 12 * SECOND;
        for (int i = 0; i < cluster.origins.length; i++) {
            if (killed) {
                cluster.stopOrigin(i);
            } else {
                cluster.cutOff(i, time);
            }
        }
        cluster.runFor(random.nextLong(2 * SECOND));
        kill(client);
        replace(client, newPeer(), anyEdge(client.edge)).publish();
        long asked = cluster.now;
        while (!isWhole() && cluster.now - asked < AWAY_BOUND) {
            cluster.runFor(FRAME);
        }
        if (allDirect && !isWhole()) {
            throw new AssertionError("not while there is no origin: " + state());
        }
        for (int i = 0; killed && i < cluster.origins.length; i++) {
            cluster.startOrigin(i);
        }
        cluster.runFor(killed ? 0 : 5 * SECOND);
    }

    /** Whether all streams that are to be published are, and every edge has their newest frames. */
    private boolean isWhole() {
        return clients.stream().allMatch(client -> isPlayed(client.stream));
    }

    private boolean isPlayed(StreamKey stream) {
        String name = stream.toString();
        List<SimulatedEdge> publishing =
                cluster.edges.stream()
                        .filter(edge -> edge.published.containsKey(name))
                        .filter(edge -> !edge.published.get(name).gone)
                        .filter(edge -> edge.published.get(name).accepted)
                        .toList();
        if (publishing.size() != 1) {
            return false;
        }
        SimulatedEdge.Published entry = publishing.get(0).published.get(name);
        return cluster.edges.stream()
                .filter(edge -> edge != publishing.get(0))
                .map(edge -> edge.played.get(name))
                .allMatch(
                        played ->
                                entry.publication.equals(played.publication)
                                        && played.last != null
                                        && played.last.sequence() >= entry.next - 6);
    }

    private String state() {
        StringBuilder state = new StringBuilder();
        for (Client client : clients) {
            String name = client.stream.toString();
            state.append('\n').append(name).append(" to be at ").append(client.edge.node);
            for (SimulatedEdge edge : cluster.edges) {
                SimulatedEdge.Published entry = edge.published.get(name);
                SimulatedEdge.Played played = edge.played.get(name);
                state.append("\n  ").append(edge.node).append(edge.pull == null ? "" : " direct");
                if (entry != null) {
                    state.append(" publishes ")
                            .append(entry.publication.token())
                            .append(entry.gone ? " gone" : "")
                            .append(entry.accepted ? " accepted " : " ")
                            .append(entry.next);
                }
                if (played.publication != null) {
                    state.append(" plays ")
                            .append(played.publication.token())
                            .append(' ')
                            .append(played.last == null ? -1 : played.last.sequence());
                }
            }
        }
        return state.toString();
    }
}
