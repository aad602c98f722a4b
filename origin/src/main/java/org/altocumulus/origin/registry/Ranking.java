package org.altocumulus.origin.registry;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Edges by their clients, the fewest first; of equal ones that first whose turn to be told first is
 * longer ago, then in the order of their registration. A choice changes a few of them, so the order
 * is kept from one to the next, and these are put in their new places.
 */
final class Ranking {
    private static final Comparator<EdgeCandidate> ORDER =
            Comparator.comparingLong(EdgeCandidate::shares)
                    .thenComparingLong(edge -> edge.lastFirst);

    private EdgeCandidate[] edges = {};

    /** Of each edge; side by side, as of scattered ones each would be a miss of the cache. */
    private long[] loads = {};

    /** Of the reports alone, which do not change from one choice to the next. */
    private long reportedSum;

    /** Puts edges in order. */
    void rank(List<EdgeCandidate> ready) {
        edges = ready.toArray(EdgeCandidate[]::new);
        loads = new long[edges.length];
        reportedSum = 0;
        for (int i = 0; i < edges.length; i++) {
            edges[i].place = i;
        }
        Arrays.sort(edges, ORDER); // Equal ones stay as they are.
        for (int i = 0; i < edges.length; i++) {
            loads[i] = edges[i].shares();
            reportedSum += edges[i].reportedShares();
        }
    }

    /** Puts an edge that may have got clients, or its turn, in its place behind its rank so far. */
    void update(int rank) {
        EdgeCandidate edge = edges[rank];
        long load = edge.shares();
        int low = rank + 1;
        int high = edges.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (loads[middle] < load || (loads[middle] == load && isBefore(edges[middle], edge))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int behind = low - 1 - rank;
        System.arraycopy(edges, rank + 1, edges, rank, behind);
        System.arraycopy(loads, rank + 1, loads, rank, behind);
        edges[rank + behind] = edge;
        loads[rank + behind] = load;
    }

    /** Of edges with equal loads. */
    private static boolean isBefore(EdgeCandidate edge, EdgeCandidate other) {
        return edge.lastFirst < other.lastFirst
                || (edge.lastFirst == other.lastFirst && edge.place < other.place);
    }

    int size() {
        return edges.length;
    }

    EdgeCandidate edge(int rank) {
        return edges[rank];
    }

    /** Its clients in shares of one. */
    long load(int rank) {
        return loads[rank];
    }

    /** Of the reported clients, without those expected, in shares of one. */
    double reportedAverage() {
        return (double) reportedSum / edges.length;
    }
}
