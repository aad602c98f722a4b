package org.altocumulus.cli.load;

import java.util.Comparator;
import java.util.PriorityQueue;

/** A clock that stands still but when it is told to go on, and timers by it. */
final class VirtualTimers implements LoadClock, Timers {
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(
                    Comparator.comparingLong(Timer::at).thenComparingLong(Timer::order));
    private long now;
    private long order;

    private record Timer(long at, long order, Runnable task) {}

    VirtualTimers(long now) {
        this.now = now;
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void after(long nanos, Runnable task) {
        timers.add(new Timer(now + nanos, order++, task));
    }

    /** Runs what is due until then, each at its time. */
    void runUntil(long time) {
        while (!timers.isEmpty() && timers.peek().at() <= time) {
            Timer next = timers.poll();
            now = Math.max(now, next.at());
            next.task().run();
        }
        now = Math.max(now, time);
    }

    /** Nothing runs for so long, as when a loop hangs. */
    void stall(long nanos) {
        now += nanos;
    }
}
