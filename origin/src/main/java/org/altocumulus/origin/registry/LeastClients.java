package org.altocumulus.origin.registry;

import static java.util.stream.Collectors.toSet;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The edges with the fewest clients, fewest first, equal ones taking turns.
 *
 * <p>Up to six edges would all be told and the client's race would decide, whatever the order; so
 * an edge well above the average is left out while others have room. Half a client above it is not
 * yet well above, and parts of a client make no order: what is expected of a few redirects shall
 * neither thin out the list nor fix who is first.
 */
public final class LeastClients implements EdgeChoice {
    /** The usual limit. */
    public static final double DEFAULT_LIMIT = 1.25;

    /** A limit that leaves out nobody. */
    public static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    private static final long SLACK = EdgeCandidate.SHARES_PER_CLIENT / 2;

    private final double limit;

    /**
     * When an edge was last told first, as the number of the choice: of equal ones it goes last.
     */
    private final Map<String, Long> lastFirst = new HashMap<>();

    private long choices;

    /**
     * @param limit how many times the average an edge may have, at least 1
     * @throws IllegalArgumentException if it is less
     */
    public LeastClients(double limit) {
        if (!(limit >= 1)) {
            throw new IllegalArgumentException("limit " + limit + ": expected at least 1");
        }
        this.limit = limit;
    }

    @Override
    public List<EdgeCandidate> choose(List<EdgeCandidate> ready) {
        double average = ready.stream().mapToLong(EdgeCandidate::shares).average().orElse(0);
        List<EdgeCandidate> sorted =
                ready.stream()
                        .filter(EdgeCandidate::hasRoom)
                        .sorted(
                                Comparator.comparingLong(EdgeCandidate::shares)
                                        .thenComparingLong(this::lastFirst))
                        .toList();
        List<EdgeCandidate> below =
                sorted.stream().filter(edge -> !isWellAbove(edge, average)).toList();
        List<EdgeCandidate> best = below.isEmpty() ? sorted : below;
        List<EdgeCandidate> chosen =
                best.stream()
                        .limit(MAX_CHOSEN)
                        .sorted(
                                Comparator.comparingLong(EdgeCandidate::wholeClients)
                                        .thenComparingLong(this::lastFirst))
                        .toList();
        if (!chosen.isEmpty()) {
            noteFirst(chosen.get(0), ready);
        }
        return chosen;
    }

    private long lastFirst(EdgeCandidate edge) {
        return lastFirst.getOrDefault(edge.node(), 0L);
    }

    private void noteFirst(EdgeCandidate first, List<EdgeCandidate> ready) {
        lastFirst.put(first.node(), ++choices);
        if (lastFirst.size() > ready.size()) {
            lastFirst.keySet().retainAll(ready.stream().map(EdgeCandidate::node).collect(toSet()));
        }
    }

    private boolean isWellAbove(EdgeCandidate edge, double average) {
        return edge.shares() > limit * average && edge.shares() - average >= SLACK;
    }
}
