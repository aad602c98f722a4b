package org.altocumulus.edge.stream;

/** What streams count because it did not get where it should. */
public enum Dropped {
    /** Audio that a subscriber was too slow for. */
    AUDIO,
    /** Video that a subscriber was too slow for, or that came before a key frame. */
    VIDEO,
    /** A message that another thread, of an event loop or of the links, was too slow for. */
    HANDOVER,
    /**
     * A stream that ended or began anew, as another thread was too slow for what is not dropped.
     */
    HANDOVER_OVERFLOW,
    /** A message from another node that cannot be read. */
    MALFORMED
}
