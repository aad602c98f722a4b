package org.altocumulus.integration;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for what other threads do, with a deadline that only a fault reaches. */
final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(45);
    private static final long POLL_MILLIS = 5;

    private Await() {}

    /** Something that may become true. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    /**
     * Waits until {@code condition} holds.
     *
     * @param state shown if it never does
     */
    static void until(String what, Condition condition, Supplier<?> state) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("never came: " + what + "; it is " + state.get());
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    static void until(String what, Condition condition) throws Exception {
        until(what, condition, () -> "not so");
    }

    /** The result of {@code future}; its failure is thrown as it is. */
    static <T> T result(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError("never came", e);
        }
    }
}
