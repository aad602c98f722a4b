package org.altocumulus.protocol.session;

/** Learns how an opening session ends. Called once, on the loop. */
public interface InitiatorListener {
    /** The session is open. */
    void onOpened(Session session);

    /**
     * There will be no session.
     *
     * @param why what was missing, for a person
     */
    void onFailed(String why);
}
