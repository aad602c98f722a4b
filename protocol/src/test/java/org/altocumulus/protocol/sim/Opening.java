package org.altocumulus.protocol.sim;

import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.Session;

/** A session that an endpoint is opening, and what becomes of it. */
public final class Opening implements InitiatorListener {
    private Initiator initiator;
    private Session session;
    private String failure;
    private boolean yielded;

    Opening() {}

    void begun(Initiator newInitiator) {
        initiator = newInitiator;
    }

    public Initiator initiator() {
        return initiator;
    }

    /** The session, or null as long as it is not open. */
    public Session session() {
        return session;
    }

    /** Why it failed, or null. */
    public String failure() {
        return failure;
    }

    /** Whether the session with the other end is another one. */
    public boolean yielded() {
        return yielded;
    }

    public boolean isOver() {
        return session != null || failure != null || yielded;
    }

    @Override
    public void onOpened(Session opened) {
        checkOnce();
        session = opened;
    }

    @Override
    public void onFailed(String why) {
        checkOnce();
        failure = why;
    }

    @Override
    public void onYielded() {
        checkOnce();
        yielded = true;
    }

    private void checkOnce() {
        if (isOver()) {
            throw new AssertionError("told twice how an opening ends");
        }
    }
}
