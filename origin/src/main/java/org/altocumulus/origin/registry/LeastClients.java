package org.altocumulus.origin.registry;

import java.util.List;

/** The edges with the fewest clients, as {@link LeastLoaded} says. */
public final class LeastClients extends LeastLoaded {
    /** The usual limit. */
    public static final double DEFAULT_LIMIT = 1.25;

    /** A limit that leaves out nobody. */
    public static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    private final Ranking ranking = new Ranking();
    private List<EdgeCandidate> ranked = List.of();

    /** Ranks of the edges that were found last. */
    private final int[] found = new int[MAX_CHOSEN];

    private int count;

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
    @SuppressWarnings("ReferenceEquality") // The same list: only those that were found changed.
    int select(List<EdgeCandidate> ready, EdgeCandidate[] best) {
        if (ready == ranked) {
            // The last first: those before it stay where they are.
            for (int i = count - 1; i >= 0; i--) {
                ranking.update(found[i]);
            }
        } else {
            ranking.rank(ready);
            ranked = ready;
        }
        select(best, false);
        if (count == 0) {
            select(best, true);
        }
        return count;
    }

    private void select(EdgeCandidate[] best, boolean all) {
        double average = ranking.reportedAverage();
        count = 0;
        for (int rank = 0; rank < ranking.size() && count < MAX_CHOSEN; rank++) {
            EdgeCandidate edge = ranking.edge(rank);
            if (edge.hasRoom() && (all || !isWellAbove((double) edge.reportedShares(), average))) {
                edge.load = ranking.load(rank);
                best[count] = edge;
                found[count++] = rank;
            }
        }
    }
}
