package org.altocumulus.edge.admin;

/**
 * Whether the node takes clients.
 *
 * @param reason what it waits for if it does not, for a person
 */
public record Readiness(boolean ready, String reason) {
    /** It does. */
    public static final Readiness READY = new Readiness(true, "ready");
}
