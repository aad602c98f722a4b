package org.altocumulus.hotpath;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionHost;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.SessionListener;

/** One end of a session, which gets its turn when it has asked for it. */
final class VirtualEnd implements SessionHost {
    private final Session session;
    private final Deque<byte[]> sent = new ArrayDeque<>();
    private final DatagramSink queue =
            (datagram, length, to) -> sent.add(Arrays.copyOf(datagram, length));
    private boolean awake = true;
    private long exchanged;

    VirtualEnd(
            SessionContext context,
            SessionListener user,
            SessionIdentity identity,
            InetSocketAddress far,
            long now) {
        session =
                new Session(
                        context,
                        this,
                        user,
                        CongestionAlgorithm.WINDOW::create,
                        identity,
                        far,
                        now);
    }

    Session session() {
        return session;
    }

    @Override
    public void wake(Session which) {
        awake = true;
    }

    @Override
    public void terminated(Session which) {
        throw new IllegalStateException("a session has ended");
    }

    /** Whether it has something to do. */
    boolean wantsTurn(long now) {
        return awake || session.deadline() <= now;
    }

    /** Has it send what it may. */
    void flush(long now, DatagramSink sink) {
        awake = false;
        session.flush(now, sink);
    }

    /** Has it send what it may to {@code other}, which gets it at once; whether there was any. */
    boolean exchange(long now, VirtualEnd other) {
        if (wantsTurn(now)) {
            flush(now, queue);
        }
        boolean any = !sent.isEmpty();
        for (byte[] datagram = sent.poll(); datagram != null; datagram = sent.poll()) {
            exchanged++;
            other.session.onDatagram(now, datagram, 0, datagram.length, other.session.address());
        }
        return any;
    }

    /** Datagrams that went to the other end. */
    long exchanged() {
        return exchanged;
    }
}
