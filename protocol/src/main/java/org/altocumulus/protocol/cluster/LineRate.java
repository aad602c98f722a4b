package org.altocumulus.protocol.cluster;

import java.util.concurrent.TimeUnit;

/**
 * How fast the lines of a connection are taken. An edge that joins announces all that it has at
 * once, so a burst is normal and nothing is refused: who goes on faster is read more slowly, and
 * TCP makes it wait.
 */
final class LineRate {
    /** Lines in a second. */
    static final int LINES = 10_000;

    /** Lines that may come at once. */
    static final int BURST = 20_000;

    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1) / LINES;

    private long paidUntil;

    LineRate(long now) {
        paidUntil = now;
    }

    void count(long now) {
        paidUntil = Math.max(paidUntil, now) + INTERVAL;
    }

    /** Nanoseconds until the next line is welcome. */
    long pause(long now) {
        return Math.max(0, paidUntil - now - BURST * INTERVAL);
    }
}
