package org.altocumulus.edge.node;

import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionHost;
import org.altocumulus.protocol.wire.HostPort;

/** A session, or one that is opening, in the table of its loop. */
final class Slot extends Timed implements SessionHost {
    private final NodeLoop loop;
    final int id;

    /** Which of the loop's sockets its packets leave from. */
    int socket;

    /**
     * What is done once nothing is left of it, if it was opened from here; null if the other end
     * opened it. One that was opened from here stays with its socket.
     */
    final Runnable ended;

    /** Whether it is in the table: what is not is no longer flushed. */
    boolean listed;

    /** Whether it waits to be flushed at the end of this turn. */
    boolean awake;

    /** Whether its session counts as open, and as remembered: half-open ones count as neither. */
    boolean countedOpen;

    boolean countedRemembered;

    private Session session;
    private Initiator initiator;

    Slot(NodeLoop loop, int id, int socket, Runnable ended) {
        this.loop = loop;
        this.id = id;
        this.socket = socket;
        this.ended = ended;
    }

    Session session() {
        return session;
    }

    /** The opening session, or null once it is open. */
    Initiator initiator() {
        return initiator;
    }

    void opening(Initiator opening) {
        initiator = opening;
    }

    void opened(Session open) {
        session = open;
        initiator = null;
    }

    /** Whether it was opening and gave up. */
    boolean hasFailed() {
        return initiator != null && initiator.hasEndedWithoutSession();
    }

    long deadline() {
        if (session != null) {
            return session.deadline();
        }
        return initiator == null ? Long.MAX_VALUE : initiator.deadline();
    }

    void flush(long now, DatagramSink sink) {
        if (session != null) {
            session.flush(now, sink);
        } else if (initiator != null) {
            initiator.flush(now, sink);
        }
    }

    @Override
    public void wake(Session which) {
        if (listed) {
            loop.wake(this);
        }
    }

    @Override
    public void confirmed(Session which) {
        loop.confirmed(this);
    }

    @Override
    public void moved(Session which) {
        loop.moved(which);
    }

    @Override
    public void terminated(Session which) {
        if (listed) {
            loop.terminated(this);
        }
    }

    @Override
    void onDeadline(long now) {
        loop.wake(this);
    }

    @Override
    public String toString() {
        return session == null ? "opening " + id : HostPort.format(session.address()) + " " + id;
    }
}
