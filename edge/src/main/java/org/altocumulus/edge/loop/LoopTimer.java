package org.altocumulus.edge.loop;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a task on a loop when the next of its things is due. What is due next moves with every
 * packet and message, mostly to later: so the task may run too early, when it finds nothing to do
 * and says anew when it is wanted, which costs less than to put it off each time. While nothing is
 * due the loop sleeps: a look every 10 ms costs 0.5 % of a core. Belongs to the loop.
 */
public final class LoopTimer {
    private static final Logger LOG = LoggerFactory.getLogger(LoopTimer.class);

    private final EventLoop loop;
    private final Runnable task;

    /** Null while the timer is not set. */
    private ScheduledFuture<?> pending;

    private long pendingAt;

    /**
     * A timer that is not set.
     *
     * @param task run on the loop; the timer is not set then
     */
    public LoopTimer(EventLoop loop, Runnable task) {
        this.loop = loop;
        this.task = task;
    }

    /**
     * Sees to it that the task runs at {@code at} at the latest; without effect once the loop has
     * ended.
     *
     * @param at nanoseconds of the same monotonic clock as {@code now}; what has passed is due now
     */
    public void by(long at, long now) {
        if (pending != null) {
            if (at - pendingAt >= 0) {
                return;
            }
            cancel();
        }
        pendingAt = at;
        try {
            pending = loop.schedule(this::run, Math.max(0, at - now), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("a loop has ended, its timer is dropped", e);
        }
    }

    /** The task does not run. */
    public void cancel() {
        if (pending != null) {
            pending.cancel(false);
            pending = null;
        }
    }

    private void run() {
        pending = null;
        // Netty keeps what a scheduled task throws to itself.
        Failures.run(LOG, "timer", task);
    }
}
