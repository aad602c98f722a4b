package org.altocumulus.chaos;

import java.util.concurrent.TimeUnit;

/**
 * For how long this machine let a thread wait that wanted to run: where that is long, frames are
 * late through no fault of the cluster.
 */
final class StallMeter implements AutoCloseable {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(20);

    private final Thread thread = new Thread(this::measure, "chaos-stalls");
    private volatile long longest;
    private volatile boolean closed;

    StallMeter() {
        thread.setDaemon(true);
        thread.start();
    }

    private void measure() {
        long before = System.nanoTime();
        while (!closed) {
            try {
                TimeUnit.NANOSECONDS.sleep(PERIOD);
            } catch (InterruptedException e) {
                return;
            }
            long now = System.nanoTime();
            longest = Math.max(longest, now - before - PERIOD);
            before = now;
        }
    }

    /** Forgets what was. */
    void reset() {
        longest = 0;
    }

    /** The longest wait, in nanoseconds. */
    long longest() {
        return longest;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
