package org.altocumulus.cli.client;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The pace of timestamps. */
final class Pace {
    private static final long MAX_WAIT = TimeUnit.MILLISECONDS.toNanos(200);

    private Pace() {}

    /**
     * Sleeps, but not long after {@code ended} is true.
     *
     * @param nanos of {@link System#nanoTime}
     */
    static void sleepUntil(long nanos, BooleanSupplier ended) throws InterruptedException {
        long left = nanos - System.nanoTime();
        while (left > 0 && !ended.getAsBoolean()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, MAX_WAIT));
            left = nanos - System.nanoTime();
        }
    }
}
