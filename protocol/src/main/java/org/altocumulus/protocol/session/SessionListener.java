package org.altocumulus.protocol.session;

import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;

/** The user of a session. All calls come on the session's loop. */
public interface SessionListener {
    /**
     * The other end began a flow. The listener gives it a handler, or rejects it; its first message
     * follows at once.
     */
    void onFlow(Session session, ReceiveFlow flow);

    /** The other end rejected a flow of ours, which is closing now (RFC 7016 §3.6.2.10). */
    default void onFlowException(Session session, SendFlow flow, long code) {}

    /**
     * The other end acknowledged something: flows have room for more, see {@link
     * SendFlow#unsentBytes}. At most once for a packet.
     */
    default void onAcknowledged(Session session) {}

    /** A hello from a third endpoint was forwarded to this one (§3.5.1.5). */
    default void onForwardedHello(Session session, FIHello hello) {}

    /** The session has ended for its user; flows are gone. Called once. */
    void onClosed(Session session, CloseReason reason);
}
