package org.altocumulus.chaos;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what others do, with a limit. */
final class Await {
    private static final long POLL_MILLIS = 20;

    private Await() {}

    /** Something that may become true. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    /**
     * Waits until {@code condition} holds.
     *
     * @param what described if it never does
     * @return how long that took, in nanoseconds
     */
    static long until(Duration limit, Supplier<String> what, Condition condition) throws Exception {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                throw new ChaosException(
                        "not within %.1f s: %s".formatted(limit.toMillis() / 1e3, what.get()));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return System.nanoTime() - begin;
    }

    /** Sleeps. */
    static void pass(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
