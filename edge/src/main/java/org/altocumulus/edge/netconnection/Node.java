package org.altocumulus.edge.netconnection;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.edge.stream.Streams;

/** What the loops of the application share. Immutable, or safe for all threads. */
final class Node {
    final ApplicationSettings settings;
    final Streams streams;
    final ApplicationCounters counters;
    final Totals totals = new Totals();
    final AccessLog log = new AccessLog();
    final AccessPolicy access;
    private final List<ClientLoop> loops;

    Node(ApplicationSettings settings, List<Loop> loops, ClusterPort cluster, AccessPolicy access) {
        this.settings = settings;
        this.streams = new Streams(settings.streams(), loops, cluster);
        this.counters = new ApplicationCounters(streams.counters());
        this.access = access;
        List<ClientLoop> made = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            made.add(new ClientLoop(loops.get(i), streams.loop(i), this));
        }
        this.loops = List.copyOf(made);
    }

    ClientLoop loop(int index) {
        return loops.get(index);
    }

    List<ClientLoop> loops() {
        return loops;
    }
}
