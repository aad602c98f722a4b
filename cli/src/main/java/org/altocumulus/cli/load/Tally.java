package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.atomic.LongAdder;

/** Counts pieces of work that succeed or fail, in the measured time and at all. Any thread. */
final class Tally {
    private final Causes failures = new Causes();
    private final LongAdder begun = new LongAdder();
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder inTime = new LongAdder();
    private final LongAdder all = new LongAdder();
    private volatile Window window;

    /** What is measured, said before the first piece begins. */
    void window(Window measured) {
        window = measured;
    }

    /** A piece begins that was meant to begin then; returns whether it is measured. */
    boolean begins(long intended) {
        boolean measured = window.contains(intended);
        if (measured) {
            begun.increment();
        }
        return measured;
    }

    /** A piece has failed. */
    void failed(boolean measured, Throwable failure) {
        if (measured) {
            failures.count(failure);
        }
    }

    /** A piece has succeeded at that time. */
    void succeeded(boolean measured, long now) {
        all.increment();
        if (window.contains(now)) {
            inTime.increment();
        }
        if (measured) {
            succeeded.increment();
        }
    }

    /** Why pieces of the measured time failed. */
    Causes failures() {
        return failures;
    }

    /** Pieces that succeeded at any time. */
    long all() {
        return all.sum();
    }

    /** Pieces that succeeded within the measured time, whenever they began. */
    long inTime() {
        return inTime.sum();
    }

    void write(ObjectNode to, double seconds) {
        to.put("started", begun.sum())
                .put("completed", succeeded.sum())
                .put("failed", failures.total());
        failures.write(to.putObject("failures"));
        to.put("perSecond", Rounded.of(inTime() / Math.max(seconds, 1e-9)));
    }
}
