package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * How many streams a client may play, publish and release: each concerns other threads. A token
 * bucket, which belongs to the loop of the client.
 */
final class CommandBudget {
    /** At once, or twice the net streams that a client may have if those are more. */
    static final int BURST = 1000;

    /** 50 a second. */
    private static final long INTERVAL = MILLISECONDS.toNanos(20);

    private final long burst;
    private long fullAt = Long.MIN_VALUE / 2;

    /**
     * All of it.
     *
     * @param maxStreams net streams that the client may have
     */
    CommandBudget(int maxStreams) {
        burst = Math.max(BURST, 2L * maxStreams) * INTERVAL;
    }

    /** Takes one; false if there is none. */
    boolean admits(long now) {
        long after = Math.max(fullAt, now) + INTERVAL;
        if (after - now > burst) {
            return false;
        }
        fullAt = after;
        return true;
    }
}
