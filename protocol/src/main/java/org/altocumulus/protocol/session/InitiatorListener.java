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

    /**
     * The other end's own opening goes on in place of this one, or there is a session with it
     * already. Who takes the sessions that others open has it.
     */
    default void onYielded() {
        onFailed("the other end opens a session itself");
    }
}
