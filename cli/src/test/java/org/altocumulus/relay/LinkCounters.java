package org.altocumulus.relay;

import java.util.concurrent.atomic.LongAdder;

/** What one direction of the relay did with datagrams. Written by the relay, read by any thread. */
public final class LinkCounters {
    /** Datagrams that came. */
    public final LongAdder received = new LongAdder();

    /** Their bytes. */
    public final LongAdder receivedBytes = new LongAdder();

    /** Lost by themselves. */
    public final LongAdder lost = new LongAdder();

    /** Lost in bursts. */
    public final LongAdder lostInBursts = new LongAdder();

    /** Lost because the queue before the bandwidth was full. */
    public final LongAdder lostInQueue = new LongAdder();

    /** Sent twice. */
    public final LongAdder duplicated = new LongAdder();

    /** Held back for later ones to overtake. */
    public final LongAdder heldBack = new LongAdder();

    /** Sent on, copies included. */
    public final LongAdder forwarded = new LongAdder();

    /** Their bytes. */
    public final LongAdder forwardedBytes = new LongAdder();

    /** Given up since the system took them not, or their client was gone. */
    public final LongAdder unsent = new LongAdder();

    /** All that was lost on purpose. */
    public long allLost() {
        return lost.sum() + lostInBursts.sum() + lostInQueue.sum();
    }

    @Override
    public String toString() {
        return "received %d (%d bytes), lost %d + %d in bursts + %d in the queue, doubled %d, held back %d, forwarded %d (%d bytes), unsent %d"
                .formatted(
                        received.sum(),
                        receivedBytes.sum(),
                        lost.sum(),
                        lostInBursts.sum(),
                        lostInQueue.sum(),
                        duplicated.sum(),
                        heldBack.sum(),
                        forwarded.sum(),
                        forwardedBytes.sum(),
                        unsent.sum());
    }
}
