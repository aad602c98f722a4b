package org.altocumulus.origin.registry;

import java.util.List;

/**
 * The edges with the least load for what they can carry, as {@link LeastLoaded} says. An edge is
 * measured in three ways, each as a multiple of the average of all: clients by weight, busy
 * processors, used bandwidth. The largest counts. What was sent there since its report is added, by
 * weight, whichever that is: the measures of the host come with the next report.
 *
 * <p>Where nobody has much to do, the processors say more of other programs than of clients; so
 * processors and bandwidth are compared with at least a quarter of what there is.
 */
public final class Weighted extends LeastLoaded {
    private static final double LEAST_AVERAGE = 0.25;
    private static final double USUAL_WEIGHT = 100;

    /**
     * Leaves out who has too much.
     *
     * @param limit how many times the average load an edge may have, at least 1
     * @throws IllegalArgumentException if it is less
     */
    public Weighted(double limit) {
        super(limit);
    }

    @Override
    int select(List<EdgeCandidate> ready, EdgeCandidate[] best) {
        double average = measure(ready);
        int count = select(ready, best, average, false);
        return count == 0 ? select(ready, best, average, true) : count;
    }

    private int select(
            List<EdgeCandidate> ready, EdgeCandidate[] best, double average, boolean all) {
        int count = 0;
        for (int i = 0; i < ready.size(); i++) {
            EdgeCandidate edge = ready.get(i);
            // Of many edges most end here, so this comes first.
            if (count == MAX_CHOSEN && !isBefore(edge, best[MAX_CHOSEN - 1])) {
                continue;
            }
            if (!edge.hasRoom() || (!all && isWellAbove(edge.reportedLoad, average))) {
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

    /**
     * Sets the load of each, with and without the clients that are only expected.
     *
     * @return the average without them
     */
    private static double measure(List<EdgeCandidate> ready) {
        double clients = 0;
        double reportedClients = 0;
        double processors = 0;
        double bandwidth = 0;
        for (int i = 0; i < ready.size(); i++) {
            EdgeCandidate edge = ready.get(i);
            clients += byWeight(edge, edge.shares());
            reportedClients += byWeight(edge, edge.reportedShares());
            processors += edge.processors();
            bandwidth += edge.bandwidthUsed();
        }
        int count = ready.size();
        double fair = fair(clients, count);
        double fairByReports = fair(reportedClients, count);
        double averageProcessors = Math.max(LEAST_AVERAGE, processors / count);
        double averageBandwidth = Math.max(LEAST_AVERAGE, bandwidth / count);
        for (int i = 0; i < ready.size(); i++) {
            EdgeCandidate edge = ready.get(i);
            double reported = byWeight(edge, edge.reportedShares());
            double host =
                    Math.max(
                            edge.processors() / averageProcessors,
                            edge.bandwidthUsed() / averageBandwidth);
            edge.reportedLoad = Math.max(reported, host * fairByReports);
            edge.load =
                    (long)
                            (Math.max(reported, host * fair)
                                    + byWeight(edge, edge.expectedShares()));
        }
        return fairByReports;
    }

    /** The load of an edge that has its share of so many clients, at least of one. */
    private static double fair(double clients, int edges) {
        return Math.max(EdgeCandidate.SHARES_PER_CLIENT, clients / edges);
    }

    private static double byWeight(EdgeCandidate edge, long shares) {
        return shares * USUAL_WEIGHT / edge.weight();
    }
}
