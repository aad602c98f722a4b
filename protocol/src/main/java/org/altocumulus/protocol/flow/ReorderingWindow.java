package org.altocumulus.protocol.flow;

import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * How much later than others the path delivers some packets, in the manner of RFC 8985: so long a
 * fragment is not taken to be lost although later ones were acknowledged. Nothing on paths that
 * keep the order, where three negative acknowledgements decide as RFC 7016 §3.6.2.5 says. Times are
 * nanoseconds. Not thread-safe.
 */
final class ReorderingWindow {
    /** So long after the path last did so it is trusted to keep the order again. */
    private static final long MEMORY = SECONDS.toNanos(10);

    private long now;
    private long lateness;
    private long latenessSeenAt;

    /** The fragment sent last of all that were acknowledged, and the time that took. */
    private long highestNumber;

    private long highestRoundTrip;

    /** The same when the packet began that is being read: its own order says nothing. */
    private long knownNumber;

    private long knownRoundTrip;

    /** A packet with acknowledgements is about to be read. */
    void beginPacket(long time) {
        now = time;
        knownNumber = highestNumber;
        knownRoundTrip = highestRoundTrip;
        if (now - latenessSeenAt > MEMORY) {
            lateness = 0;
        }
    }

    /** A fragment was acknowledged, be it that it was taken to be lost and not yet sent again. */
    void onAcknowledged(OutFragment fragment) {
        long roundTrip = now - fragment.sentAt;
        if (fragment.transmissionNumber > highestNumber) {
            highestNumber = fragment.transmissionNumber;
            highestRoundTrip = roundTrip;
        } else if (fragment.transmissionNumber < knownNumber && roundTrip > knownRoundTrip) {
            lateness = Math.max(lateness, roundTrip - knownRoundTrip);
            latenessSeenAt = now;
        }
    }

    /** Whether something sent later than a fragment in flight was acknowledged. */
    boolean isPassedOver(OutFragment fragment) {
        return fragment.transmissionNumber < highestNumber;
    }

    /**
     * Whether a fragment that was passed over is later than the path has shown it may be.
     *
     * @param limit how long it may be waited for at most
     */
    boolean isOverdue(OutFragment fragment, long limit) {
        long wait = Math.min(lateness + lateness / 4, limit);
        return isPassedOver(fragment) && now - fragment.sentAt >= highestRoundTrip + wait;
    }
}
