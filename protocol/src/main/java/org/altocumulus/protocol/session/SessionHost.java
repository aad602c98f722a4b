package org.altocumulus.protocol.session;

/** The owner of sessions: knows their ids, sends their packets, keeps their timers. */
public interface SessionHost {
    /**
     * The session has something to send, or its deadline moved. The host calls {@link
     * Session#flush} before its loop turn ends, and then asks for the deadline; it does not call
     * back from here.
     */
    void wake(Session session);

    /**
     * The first genuine packet of the other end has come, and is processed when this returns; a
     * session that is closed here takes nothing from it.
     */
    default void confirmed(Session session) {}

    /**
     * The far end was proved to be at another address, or has reported other addresses: {@link
     * Session#address}, {@link Session#reportedAddresses}.
     */
    default void moved(Session session) {}

    /** The session is over and its id free. Called once. */
    void terminated(Session session);
}
