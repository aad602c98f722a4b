package org.altocumulus.origin.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Consistent hashing with bounded loads (Mirrokni, Thorup and Zadimoghaddam, 2018): those who want
 * the same room are sent to the same edge, and to the next on a ring once it has {@code bound}
 * times its share of the clients, rounded up. So the clients of a room meet on few edges, and no
 * edge is above the bound.
 *
 * <p>A client races all edges that it is told. So the first hello gets one edge; the second, when
 * that did not answer, the next six. There is always an edge with room within the bound, but it may
 * be at the most that it takes; then the one with the fewest clients is told.
 */
public final class BoundedHash implements EdgeChoice {
    /** The usual bound. */
    public static final double DEFAULT_BOUND = 1.25;

    private final double bound;
    private final List<EdgeCandidate> chosen = new ArrayList<>(MAX_CHOSEN);
    private Ring ring = new Ring(List.of());
    private long choices;

    /**
     * A ring without edges.
     *
     * @param bound how many times its share of all clients an edge may have, at least 1
     * @throws IllegalArgumentException if it is less
     */
    public BoundedHash(double bound) {
        if (!(bound >= 1)) {
            throw new IllegalArgumentException("bound " + bound + ": expected at least 1");
        }
        this.bound = bound;
    }

    /** The place of bytes on the ring, on every node the same. */
    public static long hash(byte[] bytes, int offset, int length) {
        return Ring.hash(bytes, offset, length);
    }

    @Override
    public void edges(Collection<EdgeCandidate> edges) {
        ring = new Ring(edges);
    }

    @Override
    public List<EdgeCandidate> choose(Newcomer newcomer, List<EdgeCandidate> ready) {
        long shares = 0;
        long weights = 0;
        choices++;
        for (int i = 0; i < ready.size(); i++) {
            EdgeCandidate edge = ready.get(i);
            shares += edge.shares();
            weights += edge.weight();
            edge.readyFor = choices;
        }
        // A repetition was counted when it came first.
        int coming = newcomer.repeated() ? 0 : 1;
        long with = shares + coming * EdgeCandidate.SHARES_PER_CLIENT;
        weights *= EdgeCandidate.SHARES_PER_CLIENT;
        chosen.clear();
        walk(newcomer, ready.size(), with, weights, coming);
        if (chosen.isEmpty()) {
            addLeastLoaded(ready);
        }
        return chosen;
    }

    /** Chooses edges with room, in the order in which they come on the ring. */
    private void walk(Newcomer newcomer, int ready, long shares, long weights, int coming) {
        boolean first = newcomer.hello() <= 1;
        EdgeCandidate toldBefore = null;
        int start = ring.start(newcomer.room());
        int unseen = ready;
        for (int i = 0; i < ring.size() && unseen > 0; i++) {
            EdgeCandidate edge = ring.at(start, i);
            if (edge.readyFor != choices) {
                continue;
            }
            edge.readyFor = 0;
            unseen--;
            long clients = edge.wholeClients();
            // Products first: where there is no fraction, none may come from rounding.
            long within = (long) Math.ceil(bound * (shares * edge.weight()) / weights);
            if (!first && toldBefore == null && clients <= within) {
                // The first hello got this one, which has not answered.
                toldBefore = edge;
            } else if (clients + coming <= within && edge.hasRoom()) {
                chosen.add(edge);
                if (first || chosen.size() == MAX_CHOSEN) {
                    return;
                }
            }
        }
        if (chosen.isEmpty() && toldBefore != null && toldBefore.hasRoom()) {
            chosen.add(toldBefore);
        }
    }

    private void addLeastLoaded(List<EdgeCandidate> ready) {
        EdgeCandidate least = null;
        for (EdgeCandidate edge : ready) {
            if (edge.hasRoom() && (least == null || isLess(edge, least))) {
                least = edge;
            }
        }
        if (least != null) {
            chosen.add(least);
        }
    }

    private static boolean isLess(EdgeCandidate edge, EdgeCandidate other) {
        return edge.shares() * other.weight() < other.shares() * edge.weight();
    }
}
