package org.altocumulus.edge.ops;

/**
 * Values of {@code media.takeover}: when a publisher loses its name to another that asks for it.
 */
public enum Takeover {
    /** When it does not answer, or at once to the same client. */
    DEAD,
    /** At once. */
    ALWAYS,
    /** Not before its session has ended. */
    NEVER
}
