package org.altocumulus.relay;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What is to be done at which time; of one time, in the order given. Not thread-safe. */
final class Schedule {
    static final long NEVER = Long.MAX_VALUE;

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(
                    Comparator.comparingLong(Entry::due).thenComparingLong(Entry::order));
    private long order;

    private record Entry(long due, long order, Runnable action) {}

    void at(long due, Runnable action) {
        entries.add(new Entry(due, order++, action));
    }

    void runDue(long now) {
        while (next() <= now) {
            entries.remove().action().run();
        }
    }

    /** The time of the next action, or {@link #NEVER}. */
    long next() {
        Entry first = entries.peek();
        return first == null ? NEVER : first.due();
    }
}
