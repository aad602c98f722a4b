package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.altocumulus.protocol.flow.ReceiveFlow;

/**
 * Puts the messages of a flow that delivers in order of arrival back into the order in which they
 * were sent, as far as that takes no longer than a second: what is missing then is passed over, and
 * dropped if it comes later. Without a timer of its own: time passes when something arrives.
 */
final class Reordering implements ReceiveFlow.Handler {
    private static final long WINDOW = SECONDS.toNanos(1);
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_BYTES_OF_ALL = 4 << 20;
    private static final int MESSAGE_OVERHEAD = 192;
    private static final int SPARE_ARRIVALS = 64;

    private final ReceiveFlow.Handler next;
    private final LongSupplier clock;
    private final Runnable onLate;
    private final Held heldByAll;
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    /** When they came, in that order; and some that were passed on since. */
    private final Deque<Arrival> arrivals = new ArrayDeque<>();

    private long passedOn;
    private int bytes;

    private record Arrival(long first, long since) {}

    /** A message behind missing ones, with its last number. */
    private record Waiting(long last, byte[] message) {
        int size() {
            return message.length + MESSAGE_OVERHEAD;
        }
    }

    /** What the flows of one connection hold together. */
    static final class Held {
        private long bytes;

        /** Bytes, with what each message costs. */
        long bytes() {
            return bytes;
        }
    }

    /**
     * @param next takes the messages
     * @param clock nanoseconds
     * @param heldByAll shared by the flows of a connection: what would be too much does not wait
     * @param onLate called for each message that came too late
     */
    Reordering(ReceiveFlow.Handler next, LongSupplier clock, Held heldByAll, Runnable onLate) {
        this.next = next;
        this.clock = clock;
        this.heldByAll = heldByAll;
        this.onLate = onLate;
    }

    @Override
    public void onMessage(ReceiveFlow flow, byte[] message) {
        long first = flow.deliveredFirst();
        if (first <= passedOn) {
            onLate.run();
            return;
        }
        Waiting added = new Waiting(flow.deliveredLast(), message);
        waiting.put(first, added);
        arrivals.addLast(new Arrival(first, clock.getAsLong()));
        count(added.size());
        passOn(flow);
    }

    @Override
    public void onGap(ReceiveFlow flow) {
        passOn(flow);
    }

    @Override
    public void onComplete(ReceiveFlow flow) {
        passOnUpTo(flow, Long.MAX_VALUE);
        next.onComplete(flow);
    }

    @Override
    public void onTooLong(ReceiveFlow flow, long size, int limit) {
        next.onTooLong(flow, size, limit);
    }

    @Override
    public void onRejected(ReceiveFlow flow) {
        waiting.clear();
        arrivals.clear();
        count(-bytes);
        next.onRejected(flow);
    }

    private void count(int more) {
        bytes += more;
        heldByAll.bytes += more;
    }

    private void passOn(ReceiveFlow flow) {
        boolean tooMuch = bytes > MAX_BYTES || heldByAll.bytes > MAX_BYTES_OF_ALL;
        passOnUpTo(flow, tooMuch ? Long.MAX_VALUE : overdue());
        if (arrivals.size() > 2 * waiting.size() + SPARE_ARRIVALS) {
            arrivals.removeIf(arrival -> arrival.first <= passedOn);
        }
    }

    /** The highest number of what has waited for too long. */
    private long overdue() {
        long overdue = 0;
        long now = clock.getAsLong();
        while (!arrivals.isEmpty() && now - arrivals.peekFirst().since >= WINDOW) {
            overdue = Math.max(overdue, arrivals.pollFirst().first);
        }
        return overdue;
    }

    /** Passes on all up to {@code number}, and what nothing is missing before. */
    private void passOnUpTo(ReceiveFlow flow, long number) {
        while (!waiting.isEmpty()) {
            long first = waiting.firstKey();
            boolean isNext = first - 1 <= Math.max(passedOn, flow.cumulativeNumber());
            if (!isNext && first > number) {
                return;
            }
            Waiting head = waiting.pollFirstEntry().getValue();
            count(-head.size());
            if (first - 1 != passedOn) {
                next.onGap(flow);
            }
            passedOn = head.last;
            next.onMessage(flow, head.message);
        }
    }
}
