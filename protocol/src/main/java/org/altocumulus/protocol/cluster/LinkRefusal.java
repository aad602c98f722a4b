package org.altocumulus.protocol.cluster;

/**
 * A frame was understood and is refused: the peer gets an ERROR with this reason and message.
 * Carries no stack trace, as a hostile peer may cause any number of them.
 */
public final class LinkRefusal extends Exception {
    private final transient Reason reason;

    /**
     * @param reason for programs
     * @param message for people: the bad value and what was expected
     */
    public LinkRefusal(Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    /** Why, for programs. */
    public Reason reason() {
        return reason;
    }
}
