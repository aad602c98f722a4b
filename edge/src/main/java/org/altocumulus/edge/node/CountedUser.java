package org.altocumulus.edge.node;

import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;

/** The user of a session, whose end is counted, and after which it introduces nobody. */
record CountedUser(SessionListener user, SessionCount count, NodePeers peers)
        implements SessionListener {
    @Override
    public void onFlow(Session session, ReceiveFlow flow) {
        user.onFlow(session, flow);
    }

    @Override
    public void onFlowException(Session session, SendFlow flow, long code) {
        user.onFlowException(session, flow, code);
    }

    @Override
    public void onAcknowledged(Session session) {
        user.onAcknowledged(session);
    }

    @Override
    public void onForwardedHello(Session session, FIHello hello) {
        user.onForwardedHello(session, hello);
    }

    @Override
    public void onClosed(Session session, CloseReason reason) {
        count.closed();
        peers.left(session);
        user.onClosed(session, reason);
    }
}
