package org.altocumulus.origin.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.altocumulus.protocol.cluster.LoadReport;

/** Edges under one choice, for tests, and where clients were sent. */
final class Crowd {
    private final EdgeChoice choice;
    private final List<EdgeCandidate> edges = new ArrayList<>();
    private final Map<String, Integer> listed = new HashMap<>();

    Crowd(EdgeChoice choice, int count, Function<Integer, EdgeCandidate> edge) {
        this.choice = choice;
        for (int i = 0; i < count; i++) {
            edges.add(edge.apply(i));
        }
        choice.edges(edges);
    }

    /** Edges that are all alike and carry nothing. */
    static Crowd equal(EdgeChoice choice, int count) {
        return new Crowd(choice, count, i -> new EdgeCandidate("edge-" + i, 0, 100, 0));
    }

    static long room(String name) {
        byte[] bytes = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return BoundedHash.hash(bytes, 0, bytes.length);
    }

    List<EdgeCandidate> edges() {
        return edges;
    }

    /** Answers a hello as the registry does. */
    List<EdgeCandidate> hello(long room, int hello, boolean repeated) {
        // Another list each time, as edges may have reported.
        List<EdgeCandidate> ready = new ArrayList<>(edges);
        List<EdgeCandidate> chosen =
                List.copyOf(choice.choose(new Newcomer(room, hello, repeated), ready));
        for (EdgeCandidate edge : chosen) {
            if (!repeated) {
                edge.listed(chosen.size());
                listed.merge(edge.node(), 1, Integer::sum);
            }
        }
        return chosen;
    }

    List<EdgeCandidate> hello(String room) {
        return hello(room(room), 1, false);
    }

    /** How often an edge was named. */
    int listed(EdgeCandidate edge) {
        return listed.getOrDefault(edge.node(), 0);
    }

    /** An edge says what it has. */
    static void report(EdgeCandidate edge, int clients, int cpu, long out) {
        long sequence = edge.report().sequence() + 1;
        edge.report(new LoadReport(sequence, clients, cpu, out));
    }

    /** Leaves out an edge, as one that is lost. */
    EdgeCandidate remove(int index) {
        EdgeCandidate removed = edges.remove(index);
        choice.edges(edges);
        return removed;
    }

    /** Clients of all edges in sixtieths. */
    long shares() {
        return edges.stream().mapToLong(EdgeCandidate::shares).sum();
    }
}
