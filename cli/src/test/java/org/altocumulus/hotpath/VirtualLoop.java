package org.altocumulus.hotpath;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import org.altocumulus.edge.loop.Loop;

/** The one event loop of an application, in virtual time. */
final class VirtualLoop implements Loop {
    /** What is to run at a time. */
    private record Timer(long at, Runnable task) {}

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at));
    private long now = 1_000_000_000L;

    @Override
    public int index() {
        return 0;
    }

    @Override
    public boolean isCurrent() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public void executeAfter(long nanos, Runnable task) {
        timers.add(new Timer(now + nanos, task));
    }

    @Override
    public long now() {
        return now;
    }

    void advance(long nanos) {
        now += nanos;
    }

    /** Runs what is due; whether anything was. */
    boolean run() {
        boolean any = false;
        while (!timers.isEmpty() && timers.peek().at <= now) {
            tasks.add(timers.remove().task);
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            any = true;
            task.run();
        }
        return any;
    }
}
