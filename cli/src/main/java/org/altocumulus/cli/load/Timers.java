package org.altocumulus.cli.load;

/** Runs tasks later. */
@FunctionalInterface
interface Timers {
    /** Runs a task after so many nanoseconds, at least 0; never before this returns. */
    void after(long nanos, Runnable task);
}
