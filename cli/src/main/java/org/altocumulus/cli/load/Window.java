package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.SECONDS;

/** The time that is measured, in nanoseconds; any thread. */
final class Window {
    private final long start;
    private volatile long end;

    Window(long start, long length) {
        this.start = start;
        this.end = start + length;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    /** Ends it early. */
    void cut(long now) {
        if (now - end < 0) {
            end = Math.max(start, now);
        }
    }

    boolean contains(long time) {
        return time - start >= 0 && time - end < 0;
    }

    double seconds() {
        return (end - start) / (double) SECONDS.toNanos(1);
    }
}
