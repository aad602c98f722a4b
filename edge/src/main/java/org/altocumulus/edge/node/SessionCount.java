package org.altocumulus.edge.node;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many sessions a node has, over all loops, and how many it may have. A session counts from the
 * packet that confirms it; before that it is half-open, which is counted elsewhere. A session that
 * has ended is no client any more, but is remembered for a while (RFC 7016 §3.5.5): there may be as
 * many remembered ones on top of the open ones.
 */
final class SessionCount {
    private final int max;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger remembered = new AtomicInteger();

    SessionCount(int max) {
        this.max = max;
    }

    boolean admitsOneMore() {
        return open.get() < max && remembered.get() < 2L * max;
    }

    /**
     * Counts a session that is confirmed; false if it does not count as open, as there are too
     * many. It is remembered in any case.
     */
    boolean admit() {
        remembered.incrementAndGet();
        int before;
        do {
            before = open.get();
            if (before >= max) {
                return false;
            }
        } while (!open.compareAndSet(before, before + 1));
        return true;
    }

    /** Counts a session that was opened from here. */
    void opened() {
        open.incrementAndGet();
        remembered.incrementAndGet();
    }

    /** A session that was counted has ended for its user. */
    void closed() {
        open.decrementAndGet();
    }

    /** Nothing is left of a session that was counted. */
    void forgotten() {
        remembered.decrementAndGet();
    }

    int open() {
        return open.get();
    }
}
