package org.altocumulus.edge.node;

import org.altocumulus.protocol.session.Discard;

/** The loop that a session belongs to, as others see it. Any thread. */
interface SessionLoop {
    /** Whether the calling thread is the loop's. */
    boolean isCurrent();

    /** Runs a task on the loop; without effect once the loop has ended. */
    void execute(Runnable task);

    /** Session time: nanoseconds. */
    long now();

    /** Counts something that was not done. */
    void discard(Discard reason);
}
