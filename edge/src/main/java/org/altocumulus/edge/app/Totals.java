package org.altocumulus.edge.app;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.protocol.message.StreamKey;

/** What there is over all loops: changed on the loops, read by any thread. */
final class Totals {
    final LongAdder connections = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder players = new LongAdder();
    final Set<StreamKey> published = ConcurrentHashMap.newKeySet();
    final Set<StreamKey> wanted = ConcurrentHashMap.newKeySet();
}
