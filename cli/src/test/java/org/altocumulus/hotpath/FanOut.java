package org.altocumulus.hotpath;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Session;

/**
 * A node with one publisher and many players on one loop, without sockets: frames of 1000 bytes,
 * 120 a second, a key frame every two seconds.
 *
 * <p>Clients connect as real sessions. Those of the players then make way for {@link
 * AcknowledgingPeer}s, so that what is repeated is the work of the node, and of the one publisher.
 */
public final class FanOut {
    private static final String STREAM = "camera";
    private static final long INTERVAL = 8_333_333L;
    private static final int KEY_FRAME_EVERY = 240;
    private static final int LEAST_DATAGRAM = 900;

    private final VirtualNode node = new VirtualNode();
    private final List<Player> players = new ArrayList<>();
    private final VirtualNode.Pair publisher;
    private long frames;
    private long delivered;

    /** The node's end of a player's session, and who acknowledges. */
    private final class Player {
        private final VirtualEnd end;
        private final AcknowledgingPeer peer;
        private final DatagramSink sink = this::take;

        Player(VirtualNode.Pair pair) {
            end = pair.far();
            int id = end.session().identity().nearId();
            peer = new AcknowledgingPeer(node.keys().client(), id, LEAST_DATAGRAM);
        }

        void take(byte[] datagram, int length, InetSocketAddress to) {
            delivered += length >= LEAST_DATAGRAM ? 1 : 0;
            peer.onDatagram(datagram, length);
        }

        void turn(long now) {
            if (end.wantsTurn(now)) {
                end.flush(now, sink);
            }
            if (peer.acknowledge(end.session(), now)) {
                end.flush(now, sink);
            }
        }
    }

    /** A stream with so many players, all of which get it. */
    public FanOut(int playerCount) {
        publisher = node.connect();
        publisher.client().publish(STREAM);
        node.settle();
        List<VirtualNode.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < playerCount; i++) {
            VirtualNode.Pair pair = node.connect();
            pair.client().play(STREAM);
            pairs.add(pair);
        }
        node.settle();
        publisher.client().send(nextFrame());
        node.settle();
        for (VirtualNode.Pair pair : pairs) {
            long got = pair.client().frames();
            if (got != 1) {
                throw new IllegalStateException("a player got " + got + " frames");
            }
            players.add(new Player(pair));
        }
    }

    private RtmpMessage nextFrame() {
        long timestamp = node.loop().now() / 1_000_000;
        return Inputs.frame(timestamp, frames++ % KEY_FRAME_EVERY == 0);
    }

    /**
     * One frame from the publisher to all players, and the acknowledgements that come back.
     *
     * @return frames delivered so far
     */
    public long sendFrame() {
        node.loop().advance(INTERVAL);
        long now = node.loop().now();
        publisher.client().send(nextFrame());
        publisher.exchange(now);
        node.loop().run();
        for (Player player : players) {
            player.turn(now);
        }
        return delivered;
    }

    /** Bytes that players have not acknowledged. */
    public long unacknowledged() {
        long sum = 0;
        for (Player player : players) {
            Session session = player.end.session();
            sum += session.queuedBytes();
        }
        return sum;
    }
}
