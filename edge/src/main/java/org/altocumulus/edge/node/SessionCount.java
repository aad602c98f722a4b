package org.altocumulus.edge.node;

import java.util.concurrent.atomic.AtomicInteger;

/** How many sessions a node has, over all loops, and how many it may have. */
final class SessionCount {
    private final int max;
    private final AtomicInteger open = new AtomicInteger();

    SessionCount(int max) {
        this.max = max;
    }

    boolean admitsOneMore() {
        return open.get() < max;
    }

    void opened() {
        open.incrementAndGet();
    }

    void closed() {
        open.decrementAndGet();
    }

    int open() {
        return open.get();
    }
}
