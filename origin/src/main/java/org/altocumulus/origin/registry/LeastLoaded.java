package org.altocumulus.origin.registry;

import java.util.ArrayList;
import java.util.List;

/**
 * The edges with the least load, least first, equal ones taking turns.
 *
 * <p>Up to six edges would all be told and the client's race would decide, whatever the order; so
 * an edge well above the average is left out while others have room. Half a client above it is not
 * yet well above, and parts of a client make no order: what is expected of a few redirects shall
 * not fix who is first. Who is left out is decided by what edges report, without what is expected
 * of redirects: hellos can be forged.
 */
abstract class LeastLoaded implements EdgeChoice {
    private static final long SLACK = EdgeCandidate.SHARES_PER_CLIENT / 2;

    private final double limit;
    private final EdgeCandidate[] best = new EdgeCandidate[MAX_CHOSEN];
    private final List<EdgeCandidate> chosen = new ArrayList<>(MAX_CHOSEN);
    private long choices;

    /**
     * @param limit how many times the average an edge may have, at least 1
     * @throws IllegalArgumentException if it is less
     */
    LeastLoaded(double limit) {
        if (!(limit >= 1)) {
            throw new IllegalArgumentException("limit " + limit + ": expected at least 1");
        }
        this.limit = limit;
    }

    /**
     * Finds the least loaded of those with room that are not {@linkplain #isWellAbove well above}
     * the average, or of all with room if there are none. Sets {@link EdgeCandidate#load} of each
     * that it finds, in shares of a client.
     *
     * @param ready at least one
     * @param best gets them, first those with less load, of equal ones those whose turn to be told
     *     first is longer ago, then in the order of {@code ready}
     * @return how many there are
     */
    abstract int select(List<EdgeCandidate> ready, EdgeCandidate[] best);

    @Override
    public final List<EdgeCandidate> choose(Newcomer newcomer, List<EdgeCandidate> ready) {
        chosen.clear();
        if (!ready.isEmpty()) {
            order(select(ready, best));
        }
        if (!chosen.isEmpty()) {
            chosen.get(0).lastFirst = ++choices;
        }
        return chosen;
    }

    /** Chooses the best, by whole clients and turns; a few, of which most are in order already. */
    private void order(int count) {
        for (int i = 0; i < count; i++) {
            int at = i;
            while (at > 0 && takesTurnBefore(best[i], chosen.get(at - 1))) {
                at--;
            }
            chosen.add(at, best[i]);
        }
    }

    private static boolean takesTurnBefore(EdgeCandidate edge, EdgeCandidate other) {
        long whole = edge.load / EdgeCandidate.SHARES_PER_CLIENT;
        long otherWhole = other.load / EdgeCandidate.SHARES_PER_CLIENT;
        return whole < otherWhole || (whole == otherWhole && edge.lastFirst < other.lastFirst);
    }

    /** Whether an edge with that load, by its report, is to be left out. */
    final boolean isWellAbove(double load, double average) {
        return load > limit * average && load - average >= SLACK;
    }
}
