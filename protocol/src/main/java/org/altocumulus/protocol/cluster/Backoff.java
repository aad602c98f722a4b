package org.altocumulus.protocol.cluster;

import java.util.random.RandomGenerator;

/**
 * Pauses between attempts to connect: each up to twice as long as the last, never longer than a
 * bound, and drawn from its upper half, so that the edges of an origin that comes back do not all
 * come at once.
 */
final class Backoff {
    private final RandomGenerator random;
    private final long min;
    private final long max;
    private long ceiling;

    /**
     * @param min longest first pause, in nanoseconds
     * @param max longest pause
     */
    Backoff(RandomGenerator random, long min, long max) {
        this.random = random;
        this.min = min;
        this.max = max;
        this.ceiling = min;
    }

    /** The next pause in nanoseconds. */
    long next() {
        long pause = Math.min(ceiling, max);
        ceiling = Math.min(2 * pause, max);
        return random.nextLong(pause / 2, pause + 1);
    }

    /** An attempt succeeded. */
    void reset() {
        ceiling = min;
    }
}
