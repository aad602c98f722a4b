package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * How long packets wait in the queues of the path: the round trip now, less the round trip of the
 * path when its queues are empty (base delay, RFC 6817 §2.4.2). Round trips are measured in steps
 * of 4 ms and err by one or two, upwards more often than not, so the least of a few is taken for
 * the current one. Times are nanoseconds. Not thread-safe.
 */
final class QueueingDelay {
    /** A base that was not seen again for so long may be that of a route that is no more. */
    static final long BASE_LIFETIME = SECONDS.toNanos(15);

    private static final long NO_VALUE = Long.MAX_VALUE;
    private static final long TICK = MILLISECONDS.toNanos(4);
    private static final int CURRENT_SAMPLES = 4;

    private final long[] current = new long[CURRENT_SAMPLES];
    private int samples;
    private long base = NO_VALUE;
    private long baseSeenAt;

    /** The least since the base was seen, or since {@link #forgetRecent}. */
    private long recent = NO_VALUE;

    void onRoundTrip(long now, long roundTrip) {
        current[samples++ % CURRENT_SAMPLES] = roundTrip;
        recent = Math.min(recent, roundTrip);
        if (base == NO_VALUE || roundTrip <= base + TICK) {
            base = Math.min(base, roundTrip);
            baseSeenAt = now;
            recent = NO_VALUE;
        }
    }

    /** Whether anything is known. */
    boolean isKnown() {
        return samples >= CURRENT_SAMPLES;
    }

    /** The round trip now, queues included. */
    long currentRoundTrip() {
        long least = current[0];
        for (int i = 1; i < CURRENT_SAMPLES; i++) {
            least = Math.min(least, current[i]);
        }
        return least;
    }

    /** The round trip when the queues are empty. */
    long baseRoundTrip() {
        return base;
    }

    /** The time in queues, 0 or more; only when {@linkplain #isKnown something is known}. */
    long queueing() {
        return Math.max(0, currentRoundTrip() - base);
    }

    /** Whether the base was not seen for its lifetime. */
    boolean isStale(long now) {
        return base != NO_VALUE && now - baseSeenAt >= BASE_LIFETIME;
    }

    /** Begins to look for the least round trip from here on. */
    void forgetRecent() {
        recent = NO_VALUE;
    }

    /** Takes the least of the recent round trips for the base, if there were any. */
    void rebase(long now) {
        if (recent != NO_VALUE) {
            base = recent;
            baseSeenAt = now;
            recent = NO_VALUE;
        }
    }
}
