package org.altocumulus.origin.hub;

import org.altocumulus.origin.directory.PublishedStream;

/**
 * One stream on its way through the hub. What was asked for and what flows are two things: the end
 * of the last publication can still be under way when the next is asked for.
 */
final class Relay {
    final LateJoinerCache cache;

    /** The publication that an edge was asked to send, or null. */
    PublishedStream expected;

    /** The publication whose START came and whose END did not, or null. */
    PublishedStream current;

    /** Whether the current one is known to be over, so that its END has to come by a time. */
    boolean ending;

    /** That time in nanoseconds. */
    long endingUntil;

    Relay(LateJoinerCache cache) {
        this.cache = cache;
    }

    boolean isIdle() {
        return expected == null && current == null;
    }

    boolean flowsFrom(String edge) {
        return current != null && current.edge().equals(edge);
    }
}
