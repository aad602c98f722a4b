package org.altocumulus.edge.node;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that agree on keys, with a bounded queue, shared by the loops of a node. They run at
 * low priority, so that media goes first where the system heeds it.
 */
final class KeyExchange implements AutoCloseable {
    private final ThreadPoolExecutor executor;

    KeyExchange(int threads, int queueLength) {
        AtomicInteger number = new AtomicInteger();
        executor =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(queueLength),
                        work -> {
                            Thread thread =
                                    new Thread(work, "key-exchange-" + number.incrementAndGet());
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /** Runs {@code work} on one of the threads; false if the queue is full. */
    boolean submit(Runnable work) {
        try {
            executor.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Drops what waits. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
