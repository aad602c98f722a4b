package org.altocumulus.edge.app;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Map;
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
    private static final int MESSAGE_OVERHEAD = 128;

    private final ReceiveFlow.Handler next;
    private final LongSupplier clock;
    private final Runnable onLate;
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();
    private long passedOn;
    private int bytes;

    /** A message behind missing ones, with its last number. */
    private record Waiting(long last, byte[] message, long since) {
        int size() {
            return message.length + MESSAGE_OVERHEAD;
        }
    }

    /**
     * @param next takes the messages
     * @param clock nanoseconds
     * @param onLate called for each message that came too late
     */
    Reordering(ReceiveFlow.Handler next, LongSupplier clock, Runnable onLate) {
        this.next = next;
        this.clock = clock;
        this.onLate = onLate;
    }

    @Override
    public void onMessage(ReceiveFlow flow, byte[] message) {
        long first = flow.deliveredFirst();
        if (first <= passedOn) {
            onLate.run();
            return;
        }
        Waiting added = new Waiting(flow.deliveredLast(), message, clock.getAsLong());
        waiting.put(first, added);
        bytes += added.size();
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

    private void passOn(ReceiveFlow flow) {
        long overdue = 0;
        long now = clock.getAsLong();
        for (Map.Entry<Long, Waiting> entry : waiting.entrySet()) {
            if (now - entry.getValue().since >= WINDOW) {
                overdue = entry.getKey();
            }
        }
        passOnUpTo(flow, bytes > MAX_BYTES ? Long.MAX_VALUE : overdue);
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
            bytes -= head.size();
            if (first - 1 != passedOn) {
                next.onGap(flow);
            }
            passedOn = head.last;
            next.onMessage(flow, head.message);
        }
    }
}
