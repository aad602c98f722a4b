package org.altocumulus.origin.hub;

import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.StreamBeginning;

/**
 * One stream on its way through the hub. What was asked for and what flows are two things: the end
 * of the last publication can still be under way when the next is asked for.
 */
final class Relay {
    /** What an edge needs that wants the stream later than others. */
    LateJoinCache<RelayedMessage> cache;

    /** What an edge gets that wants the stream moments after it began. */
    StreamBeginning<RelayedMessage> beginning;

    /** The publication that an edge was asked to send, or null. */
    PublishedStream expected;

    /** The publication whose START came and whose END did not, or null. */
    PublishedStream current;

    /** Whether the current one is known to be over, so that its END has to come by a time. */
    boolean ending;

    /** That time in nanoseconds. */
    long endingUntil;

    boolean isIdle() {
        return expected == null && current == null;
    }

    boolean flowsFrom(String edge) {
        return current != null && current.edge().equals(edge);
    }
}
