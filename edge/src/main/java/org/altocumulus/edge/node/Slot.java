package org.altocumulus.edge.node;

import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.Session;

/** A session, or one that is opening, in the table of its loop. */
final class Slot extends Timed {
    private final NodeLoop loop;
    final int id;

    /** Which of the loop's sockets its packets leave from. */
    int socket;

    /** Whether it waits to be flushed at the end of this turn. */
    boolean awake;

    private Session session;
    private Initiator initiator;

    Slot(NodeLoop loop, int id, int socket) {
        this.loop = loop;
        this.id = id;
        this.socket = socket;
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
    void onDeadline(long now) {
        loop.wake(this);
    }
}
