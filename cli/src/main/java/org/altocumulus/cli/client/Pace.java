package org.altocumulus.cli.client;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The pace of a stream: its time and that of the clock run together from the first message on, as
 * an encoder that is waited for may take its time before. Used by one thread.
 */
final class Pace {
    private static final long MAX_WAIT = TimeUnit.MILLISECONDS.toNanos(200);

    private boolean begun;
    private long start;

    /**
     * Sleeps until a message is due, but not long after {@code ended} is true.
     *
     * @param millis time of the stream
     */
    void await(long millis, BooleanSupplier ended) throws InterruptedException {
        long due = TimeUnit.MILLISECONDS.toNanos(millis);
        if (!begun) {
            begun = true;
            start = System.nanoTime() - due;
        }
        long left = start + due - System.nanoTime();
        while (left > 0 && !ended.getAsBoolean()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, MAX_WAIT));
            left = start + due - System.nanoTime();
        }
    }
}
