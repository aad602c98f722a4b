package org.altocumulus.origin.registry;

import java.util.ArrayList;
import java.util.List;

/**
 * The edges with the least load, least first, equal ones taking turns.
 *
 * <p>Up to six edges would all be told and the client's race would decide, whatever the order; so
 * an edge well above the average is left out while others have room. Half a client above it is not
 * yet well above, and parts of a client make no order: what is expected of a few redirects shall
 * neither thin out the list nor fix who is first.
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
     * Sets {@link EdgeCandidate#load} of each, in shares of a client.
     *
     * @param ready at least one
     * @return the average
     */
    abstract double measure(List<EdgeCandidate> ready);

    @Override
    public final List<EdgeCandidate> choose(Newcomer newcomer, List<EdgeCandidate> ready) {
        if (ready.isEmpty()) {
            return List.of();
        }
        double average = measure(ready);
        int count = select(ready, average, false);
        if (count == 0) {
            count = select(ready, average, true);
        }
        order(count);
        if (count > 0) {
            chosen.get(0).lastFirst = ++choices;
        }
        return chosen;
    }

    /** Puts the least loaded of those with room into {@link #best}, and says how many. */
    private int select(List<EdgeCandidate> ready, double average, boolean all) {
        int count = 0;
        for (int i = 0; i < ready.size(); i++) {
            EdgeCandidate edge = ready.get(i);
            // Of many edges most end here, so this comes first.
            if (count == MAX_CHOSEN && !isBefore(edge, best[MAX_CHOSEN - 1])) {
                continue;
            }
            if (!edge.hasRoom() || (!all && isWellAbove(edge.load, average))) {
                continue;
            }
            count += count < MAX_CHOSEN ? 1 : 0;
            int at = count - 1;
            while (at > 0 && isBefore(edge, best[at - 1])) {
                best[at] = best[at - 1];
                at--;
            }
            best[at] = edge;
        }
        return count;
    }

    private static boolean isBefore(EdgeCandidate edge, EdgeCandidate other) {
        return edge.load < other.load
                || (edge.load == other.load && edge.lastFirst < other.lastFirst);
    }

    /** Chooses the best, by whole clients and turns; a few, of which most are in order already. */
    private void order(int count) {
        chosen.clear();
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

    private boolean isWellAbove(long load, double average) {
        return load > limit * average && load - average >= SLACK;
    }
}
