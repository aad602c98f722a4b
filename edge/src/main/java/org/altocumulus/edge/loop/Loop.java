package org.altocumulus.edge.loop;

/** One event loop as those see it who work on it without sockets. */
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

    /** Runs the task on this loop: now if that is where the caller is, else in its turn. */
    default void run(Runnable task) {
        if (isCurrent()) {
            task.run();
        } else {
            execute(task);
        }
    }
}
