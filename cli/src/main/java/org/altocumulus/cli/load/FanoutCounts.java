package org.altocumulus.cli.load;

import java.util.concurrent.atomic.LongAdder;

/** What all publishers and players of a measurement count; any thread. */
final class FanoutCounts {
    /** Stamped messages of the measured time that were handed over to be sent. */
    final LongAdder sent = new LongAdder();

    /** The same for each player of their streams. */
    final LongAdder expected = new LongAdder();

    /** Messages that were not sent, as the server took no more. */
    final LongAdder unsent = new LongAdder();

    /** Stamped messages of the measured time that have come. */
    final LongAdder delivered = new LongAdder();

    /** Bytes of their payloads. */
    final LongAdder bytes = new LongAdder();

    /** Those that came after a later one of their kind, or twice. */
    final LongAdder outOfOrder = new LongAdder();

    /** Stamped messages that have come, measured or not. */
    final LongAdder all = new LongAdder();

    /** From the time at which they were meant to be sent. */
    final Latency latency = new Latency();

    /** What was wrong with those that ended before the measurement did. */
    final Causes lost = new Causes();
}
