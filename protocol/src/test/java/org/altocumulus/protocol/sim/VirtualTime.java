package org.altocumulus.protocol.sim;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * A clock that jumps from event to event, in nanoseconds. Events of the same time run in the order
 * in which they were added.
 */
public final class VirtualTime {
    /** Below zero, as the clock of the host may be, and soon above it. */
    private static final long START = -3_000_000_123L;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long added;
    private long ran;
    private Runnable afterEach = () -> {};

    private record Event(long at, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** A clock that starts a few seconds before zero. */
    public VirtualTime() {
        this(START);
    }

    /** A clock that starts at {@code start}. */
    public VirtualTime(long start) {
        this.now = start;
    }

    public long now() {
        return now;
    }

    /** How many events have run. */
    public long events() {
        return ran;
    }

    /** How many events are still to come. */
    public int pending() {
        return events.size();
    }

    /** Runs {@code check} after every event from now on. */
    public void afterEach(Runnable check) {
        afterEach = check;
    }

    /** Runs {@code action} at a time that is not before now. */
    public void at(long time, Runnable action) {
        if (time < now) {
            throw new IllegalArgumentException("an event " + (now - time) + " ns in the past");
        }
        events.add(new Event(time, added++, action));
    }

    /** Runs {@code action} after {@code delay}. */
    public void after(long delay, Runnable action) {
        at(now + delay, action);
    }

    /** Runs all events of the next {@code duration}. */
    public void runFor(long duration) {
        runUntil(() -> false, duration);
    }

    /**
     * Runs events until {@code done}, but for at most {@code limit}.
     *
     * @return whether it is done; the clock then stands at the event that did it
     */
    public boolean runUntil(BooleanSupplier done, long limit) {
        long end = now + limit;
        while (!done.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.at > end) {
                now = end;
                return done.getAsBoolean();
            }
            events.remove();
            now = next.at;
            ran++;
            next.action.run();
            afterEach.run();
        }
        return true;
    }
}
