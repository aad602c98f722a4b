package org.altocumulus.edge.tcp;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Runs a task of the links when the next of them is due. What is due next moves with every message,
 * mostly to later: so the task may run too early, when it finds nothing to do and says anew when it
 * is wanted, which costs less than to put it off each time. Belongs to the loop.
 */
public final class LinkTimer {
    private final EventLoop loop;
    private final LongSupplier clock;
    private final Runnable task;
    private ScheduledFuture<?> pending;
    private long pendingAt;

    /**
     * A timer that is not set.
     *
     * @param clock nanoseconds of a monotonic clock
     * @param task run on the loop; the timer is not set then
     */
    public LinkTimer(LinkLoop loop, LongSupplier clock, Runnable task) {
        this(loop.eventLoop(), clock, task);
    }

    LinkTimer(EventLoop loop, LongSupplier clock, Runnable task) {
        this.loop = loop;
        this.clock = clock;
        this.task = task;
    }

    /** Sees to it that the task runs after {@code nanos} at the latest. */
    public void within(long nanos) {
        long at = clock.getAsLong() + nanos;
        if (pending != null) {
            if (at - pendingAt >= 0) {
                return;
            }
            pending.cancel(false);
        }
        pendingAt = at;
        pending = loop.schedule(this::run, nanos, TimeUnit.NANOSECONDS);
    }

    private void run() {
        pending = null;
        task.run();
    }
}
