package org.altocumulus.protocol.cluster;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Pauses between attempts to connect: each up to twice as long as the last, never longer than a
 * bound, and drawn from its upper half, so that the edges of an origin that comes back do not all
 * come at once.
 */
final class Backoff {
    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(250);

    private final RandomGenerator random;
    private final long max;
    private long ceiling = FIRST;

    /**
     * @param max longest pause in nanoseconds
     */
    Backoff(RandomGenerator random, long max) {
        this.random = random;
        this.max = max;
    }

    /** The next pause in nanoseconds. */
    long next() {
        long pause = Math.min(ceiling, max);
        ceiling = Math.min(2 * pause, max);
        return random.nextLong(pause / 2, pause + 1);
    }

    /** An attempt succeeded. */
    void reset() {
        ceiling = FIRST;
    }
}
