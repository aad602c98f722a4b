package org.altocumulus.hotpath;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.app.AccessPolicy;
import org.altocumulus.edge.app.Application;
import org.altocumulus.edge.app.ApplicationSettings;
import org.altocumulus.edge.app.ClusterPort;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionListener;

/**
 * A node with one publisher and many players on one loop, without sockets: frames of 1000 bytes,
 * 120 a second, a key frame every two seconds.
 *
 * <p>Clients connect as real sessions. Those of the players then make way for {@link
 * AcknowledgingPeer}s, so that what is repeated is the work of the node, and of the one publisher.
 */
public final class FanOut {
    static final ApplicationSettings SETTINGS =
            new ApplicationSettings(
                    Set.of(),
                    new QueueSettings(1 << 20, Duration.ofSeconds(5)),
                    new MediaDeadlines(
                            TimeUnit.SECONDS.toNanos(1),
                            TimeUnit.SECONDS.toNanos(1),
                            TimeUnit.SECONDS.toNanos(2)),
                    1 << 20,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(10),
                    8);
    private static final String STREAM = "camera";
    private static final long INTERVAL = 8_333_333L;
    private static final int KEY_FRAME_EVERY = 240;
    private static final int LEAST_DATAGRAM = 900;
    private static final InetSocketAddress NODE = new InetSocketAddress("10.0.0.1", 1935);

    private final Keys keys = Keys.checksum();
    private final VirtualLoop loop = new VirtualLoop();
    private final SessionContext nodeContext = LoopOfOne.context();
    private final SessionContext clientContext = LoopOfOne.context();
    private final Application application =
            new Application(SETTINGS, List.of(loop), ClusterPort.NONE, AccessPolicy.OPEN);
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Player> players = new ArrayList<>();
    private final Pair publisher;
    private long frames;
    private long delivered;

    /** Both ends of a session. */
    private record Pair(ScriptedClient client, VirtualEnd near, VirtualEnd far) {
        boolean exchange(long now) {
            boolean any = near.exchange(now, far);
            return far.exchange(now, near) || any;
        }
    }

    /** The node's end of a player's session, and who acknowledges. */
    private final class Player {
        private final VirtualEnd node;
        private final AcknowledgingPeer peer;
        private final DatagramSink sink = this::take;

        Player(Pair pair) {
            node = pair.far;
            int id = node.session().identity().nearId();
            peer = new AcknowledgingPeer(keys.client(), id, LEAST_DATAGRAM);
        }

        void take(byte[] datagram, int length, InetSocketAddress to) {
            delivered += length >= LEAST_DATAGRAM ? 1 : 0;
            peer.onDatagram(datagram, length);
        }

        void turn(long now) {
            if (node.wantsTurn(now)) {
                node.flush(now, sink);
            }
            if (peer.acknowledge(node.session(), now)) {
                node.flush(now, sink);
            }
        }
    }

    /** A stream with so many players, all of which get it. */
    public FanOut(int playerCount) {
        publisher = connect(1);
        publisher.client.publish(STREAM);
        settle();
        for (int i = 0; i < playerCount; i++) {
            connect(2 + i).client.play(STREAM);
        }
        settle();
        publisher.client.send(nextFrame());
        settle();
        pairs.remove(publisher);
        for (Pair pair : pairs) {
            if (pair.client.frames() != 1) {
                throw new IllegalStateException("a player got " + pair.client.frames() + " frames");
            }
            players.add(new Player(pair));
        }
    }

    private Pair connect(int id) {
        InetSocketAddress address = new InetSocketAddress("10.1.0.1", 1024 + id);
        ScriptedClient client = new ScriptedClient();
        SessionListener user = application.newConnection(0);
        VirtualEnd near =
                new VirtualEnd(clientContext, client, keys.clientEnd(id), NODE, loop.now());
        VirtualEnd far = new VirtualEnd(nodeContext, user, keys.serverEnd(id), address, loop.now());
        client.session(near.session());
        Pair pair = new Pair(client, near, far);
        pairs.add(pair);
        client.connect();
        settle();
        client.createStream();
        settle();
        return pair;
    }

    /** Until nothing is under way, delayed acknowledgements included. */
    private void settle() {
        for (int i = 0; i < 4; i++) {
            boolean any = true;
            while (any) {
                any = loop.run();
                for (Pair pair : pairs) {
                    any |= pair.exchange(loop.now());
                }
            }
            loop.advance(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private RtmpMessage nextFrame() {
        long timestamp = loop.now() / 1_000_000;
        return Inputs.frame(timestamp, frames++ % KEY_FRAME_EVERY == 0);
    }

    /**
     * One frame from the publisher to all players, and the acknowledgements that come back.
     *
     * @return frames delivered so far
     */
    public long sendFrame() {
        loop.advance(INTERVAL);
        long now = loop.now();
        publisher.client.send(nextFrame());
        publisher.exchange(now);
        loop.run();
        for (Player player : players) {
            player.turn(now);
        }
        return delivered;
    }

    /** Bytes that players have not acknowledged. */
    public long unacknowledged() {
        long sum = 0;
        for (Player player : players) {
            Session session = player.node.session();
            sum += session.queuedBytes();
        }
        return sum;
    }
}
