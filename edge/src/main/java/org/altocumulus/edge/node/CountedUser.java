package org.altocumulus.edge.node;

import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;

/**
 * The user of a session, whose end its loop hears of first. Of a session that the other end opened
 * the user is made for the first event: a half-open session has none.
 */
final class CountedUser implements SessionListener {
    private final NodeLoop loop;
    private final Slot slot;
    private SessionListener user;

    /**
     * For the session in that slot.
     *
     * @param user null to have one made when it is needed
     */
    CountedUser(NodeLoop loop, Slot slot, SessionListener user) {
        this.loop = loop;
        this.slot = slot;
        this.user = user;
    }

    private SessionListener user() {
        if (user == null) {
            user = loop.newUser();
        }
        return user;
    }

    @Override
    public void onFlow(Session session, ReceiveFlow flow) {
        user().onFlow(session, flow);
    }

    @Override
    public void onFlowException(Session session, SendFlow flow, long code) {
        user().onFlowException(session, flow, code);
    }

    @Override
    public void onAcknowledged(Session session) {
        user().onAcknowledged(session);
    }

    @Override
    public void onForwardedHello(Session session, FIHello hello) {
        user().onForwardedHello(session, hello);
    }

    @Override
    public void onClosed(Session session, CloseReason reason) {
        loop.closed(slot, session);
        if (user != null) {
            user.onClosed(session, reason);
        }
    }
}
