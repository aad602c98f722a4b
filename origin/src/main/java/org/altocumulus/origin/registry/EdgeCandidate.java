package org.altocumulus.origin.registry;

/**
 * An edge that may get a newcomer.
 *
 * @param node its name
 * @param shares its clients, those expected included, in {@value #SHARES_PER_CLIENT}ths, so that a
 *     client that was sent to one to six edges counts exactly
 * @param capacity most clients that it takes, 0 for no limit
 */
public record EdgeCandidate(String node, long shares, int capacity) {
    /** What one client counts: divisible by all of one to six. */
    public static final long SHARES_PER_CLIENT = 60;

    /** Whether it takes one more client. */
    boolean hasRoom() {
        return capacity == 0 || shares < capacity * SHARES_PER_CLIENT;
    }

    /** Its clients without parts of one. */
    long wholeClients() {
        return shares / SHARES_PER_CLIENT;
    }
}
