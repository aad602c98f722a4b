package org.altocumulus.edge.node;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.session.HalfOpenSessions;
import org.altocumulus.protocol.session.HelloPolicy;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.TransportCounters;

/** A loop without sockets or threads, and the channel that stands for its socket. */
final class TestLoop {
    final EmbeddedChannel channel = new EmbeddedChannel();
    final TransportCounters counters = new TransportCounters();
    final KeyExchange keys = new KeyExchange(1, 16, () -> false);
    final SessionCount sessions = new SessionCount(100);
    final HalfOpenSessions halfOpen = new HalfOpenSessions(100, 100);
    final NodePeers peers = new NodePeers();
    final NodeLoop loop;

    /** A datagram that left. */
    record Sent(byte[] data, InetSocketAddress to) {}

    /**
     * A loop.
     *
     * @param responding null for one that only opens sessions
     * @param clock the time, in nanoseconds
     */
    TestLoop(
            InetSocketAddress near,
            Responding responding,
            HelloPolicy policy,
            SessionUsers users,
            SecureRandom random,
            LongSupplier clock) {
        NodeClock nodeClock =
                new NodeClock() {
                    @Override
                    public long nanos() {
                        return clock.getAsLong();
                    }

                    @Override
                    public long wallMillis() {
                        return 1_790_000_000_000L;
                    }
                };
        NodeParameters parameters =
                new NodeParameters(
                        List.of(near),
                        1,
                        false,
                        Duration.ZERO,
                        1 << 16,
                        1 << 16,
                        1,
                        16,
                        100,
                        HalfOpenLimits.DEFAULT,
                        Duration.ZERO,
                        Duration.ZERO,
                        SessionParameters.DEFAULT,
                        CongestionAlgorithm.WINDOW);
        LoopServices services =
                new LoopServices(
                        parameters,
                        nodeClock,
                        random,
                        counters,
                        keys,
                        sessions,
                        halfOpen,
                        new HelloProbes(random),
                        new ForeignPackets(),
                        peers,
                        responding,
                        policy,
                        users);
        List<NodeLoop> loops = new ArrayList<>();
        loop = new NodeLoop(0, channel.eventLoop(), new Gathering(0), services, loops);
        loops.add(loop);
        loop.sockets().add(channel, near.getAddress());
    }

    /** A datagram came. */
    void take(byte[] data, InetSocketAddress from) {
        loop.onDatagram(0, data, data.length, from);
    }

    /** What left since the last call, without any key agreement. */
    List<Sent> sent() {
        channel.runPendingTasks();
        List<Sent> sent = new ArrayList<>();
        for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            DatagramPacket packet = (DatagramPacket) out;
            sent.add(new Sent(ByteBufUtil.getBytes(packet.content()), packet.recipient()));
            packet.release();
        }
        return sent;
    }

    /** Does one key agreement that waits, and what follows from it; whether there was any. */
    boolean agree() {
        boolean any = keys.turn();
        channel.runPendingTasks();
        return any;
    }
}
