package org.altocumulus.edge.app;

/** One event loop as the application sees it. */
public interface Loop {
    /** Which one, from 0. */
    int index();

    /** Whether the calling thread is this loop's. */
    boolean isCurrent();

    /**
     * Runs the task on this loop, after those given to it before; never within this call. From any
     * thread.
     */
    void execute(Runnable task);

    /** Runs the task on this loop once that many nanoseconds have passed. On the loop only. */
    void executeAfter(long nanos, Runnable task);

    /** Nanoseconds of the clock that the sessions of all loops of the node use. Any thread. */
    long now();
}
