package org.altocumulus.origin.registry;

import java.util.List;

/** The edges with the fewest clients, as {@link LeastLoaded} says. */
public final class LeastClients extends LeastLoaded {
    /** The usual limit. */
    public static final double DEFAULT_LIMIT = 1.25;

    /** A limit that leaves out nobody. */
    public static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    /**
     * Leaves out who has too many.
     *
     * @param limit how many times the average an edge may have, at least 1
     * @throws IllegalArgumentException if it is less
     */
    public LeastClients(double limit) {
        super(limit);
    }

    @Override
    double measure(List<EdgeCandidate> ready) {
        long sum = 0;
        for (int i = 0; i < ready.size(); i++) {
            EdgeCandidate edge = ready.get(i);
            edge.load = edge.shares();
            sum += edge.load;
        }
        return (double) sum / ready.size();
    }
}
