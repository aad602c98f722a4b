package org.altocumulus.edge.netconnection;

import java.util.concurrent.atomic.LongAdder;

/** What there is over all loops: changed on the loops, read by any thread. */
final class Totals {
    final LongAdder connections = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder players = new LongAdder();
}
