package org.altocumulus.edge.app;

import java.util.List;
import org.altocumulus.protocol.message.StreamKey;

/** What the loops of the application share. Immutable, or safe for all threads. */
final class Node {
    final ApplicationSettings settings;
    final ApplicationCounters counters = new ApplicationCounters();
    final Totals totals = new Totals();
    final AccessLog log = new AccessLog();
    final ClusterPort cluster;
    final AccessPolicy access;
    private final List<LoopState> loops;

    Node(ApplicationSettings settings, List<Loop> loops, ClusterPort cluster, AccessPolicy access) {
        if (loops.isEmpty()) {
            throw new IllegalArgumentException("no loops: expected at least one");
        }
        this.settings = settings;
        this.cluster = cluster;
        this.access = access;
        this.loops = loops.stream().map(loop -> new LoopState(loop, this)).toList();
    }

    /** A way of a stream's messages to a thread, bounded as the settings say. */
    <M> Handover<M> handover(Handover.Target target, Handover.Receiver<M> receiver) {
        return new Handover<>(target, receiver, settings.handover(), counters, loops.get(0)::now);
    }

    LoopState loop(int index) {
        return loops.get(index);
    }

    List<LoopState> loops() {
        return loops;
    }

    /** The loop on which a stream has its home. */
    LoopState homeOf(StreamKey key) {
        return loops.get(Math.floorMod(key.hashCode(), loops.size()));
    }
}
