package org.altocumulus.edge.hook;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Calls that run, no more than so many at a time, and those that wait for one of them to end, no
 * more than so many either. For all threads.
 */
final class Calls<T> {
    private final int mostRunning;
    private final int mostWaiting;
    private final Consumer<T> start;
    private final Deque<T> waiting = new ArrayDeque<>();
    private int running;

    /**
     * None yet.
     *
     * @param start begins a call, which ends with {@link #ended}
     */
    Calls(int mostRunning, int mostWaiting, Consumer<T> start) {
        this.mostRunning = mostRunning;
        this.mostWaiting = mostWaiting;
        this.start = start;
    }

    /** Starts a call, or lets it wait; false if there are too many. */
    boolean add(T call) {
        synchronized (this) {
            if (running >= mostRunning) {
                return waiting.size() < mostWaiting && waiting.add(call);
            }
            running++;
        }
        start.accept(call);
        return true;
    }

    /** Takes a call that waits away; without effect on others. */
    synchronized void forget(T call) {
        waiting.remove(call);
    }

    /** A call has ended: the next may start. */
    void ended() {
        T next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                running--;
                return;
            }
        }
        start.accept(next);
    }
}
