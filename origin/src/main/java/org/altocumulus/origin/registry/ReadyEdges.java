package org.altocumulus.origin.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The edges that are ready. They are asked for with every hello and seldom become others, so they
 * are looked for only after something happened that can make an edge ready or the contrary, or when
 * time alone can have made one suspect. Guarded by the lock of its registry.
 */
final class ReadyEdges {
    private List<EdgeCandidate> inet4 = List.of();
    private List<EdgeCandidate> inet6 = List.of();
    private boolean any;
    private boolean stale = true;

    /** When they were looked for, and for how many nanoseconds since then time changes nothing. */
    private long lookedAt;

    private long validFor;

    /** Something happened that may make an edge ready, or no longer so, or that tells its load. */
    void changed() {
        stale = true;
    }

    /** Sees to it that the rest is told as of {@code now}. */
    void update(Collection<EdgeEntry> edges, long now) {
        long passed = now - lookedAt;
        if (!stale && passed >= 0 && passed < validFor) {
            return;
        }
        inet4 = new ArrayList<>(edges.size());
        inet6 = new ArrayList<>(edges.size());
        any = false;
        stale = false;
        lookedAt = now;
        validFor = Long.MAX_VALUE;
        for (EdgeEntry edge : edges) {
            if (edge.state(now) == EdgeState.READY) {
                any = true;
                validFor = Math.min(validFor, edge.untilSuspect(now));
                add(edge.candidate());
            }
        }
    }

    private void add(EdgeCandidate edge) {
        if (edge.address(false) != null) {
            inet4.add(edge);
        }
        if (edge.address(true) != null) {
            inet6.add(edge);
        }
    }

    /** Whether there are any, whatever addresses they have. */
    boolean any() {
        return any;
    }

    /**
     * Those with an address for clients of a family, in the order of their registration; not to be
     * changed. Another list after any change.
     */
    List<EdgeCandidate> of(boolean newcomerInet6) {
        return newcomerInet6 ? inet6 : inet4;
    }
}
