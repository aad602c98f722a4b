package org.altocumulus.edge.hook;

/**
 * What came of asking a hook.
 *
 * @param kind whether the client may
 * @param text for the client if it was refused, for the operator if the hook failed
 */
record Verdict(Kind kind, String text) {
    enum Kind {
        ACCEPTED,
        REFUSED,
        /** The hook did not answer, or in no way that is known: the client may not. */
        FAILED
    }

    static final Verdict ACCEPTED = new Verdict(Kind.ACCEPTED, "");

    static Verdict refused(String text) {
        return new Verdict(Kind.REFUSED, text);
    }

    static Verdict failed(String text) {
        return new Verdict(Kind.FAILED, text);
    }
}
