package org.altocumulus.origin.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.altocumulus.protocol.sim.SeededRuns;
import org.junit.jupiter.api.Test;

/** One to three origins and one to twelve edges, to which everything happens. */
class RandomClusterTest {
    private static final int EVENTS = 80;

    /**
     * The directory of each origin is the union of what the edges have; nobody is sent to a node
     * that is known to be lost; each name has one publisher and each client one node; what is
     * missing of a stream has been counted.
     */
    @Test
    void afterQuietTheClusterIsWholeWhateverHappened() {
        AtomicLong redirects = new AtomicLong();
        AtomicLong received = new AtomicLong();
        int runs =
                SeededRuns.of(
                        RandomClusterTest.class,
                        100,
                        10_000,
                        seed -> {
                            RandomClusterEvents events = new RandomClusterEvents(seed);
                            events.run(EVENTS);
                            ClusterInvariants.check(events.cluster);
                            redirects.addAndGet(events.redirects);
                            events.cluster.edges.forEach(e -> received.addAndGet(e.received));
                        });
        assertThat(redirects.get()).isGreaterThan(runs);
        assertThat(received.get()).isGreaterThan(runs == 1 ? -1 : runs);
    }

    /** Origins hear of them in different orders; only that one of them decides leaves a winner. */
    @Test
    void ofThoseWhoPublishANameAtOnceExactlyOneKeepsIt() {
        SeededRuns.of(
                RandomClusterTest.class,
                100,
                10_000,
                seed -> {
                    SimulatedCluster cluster =
                            new SimulatedCluster(
                                    seed, 1 + (int) (seed % 3), 2 + (int) (seed / 3 % 11), 1);
                    cluster.runFor(5 * SimulatedCluster.SECOND);
                    for (int round = 0; round < 3; round++) {
                        for (SimulatedEdge edge : cluster.edges) {
                            edge.publish(cluster.streams.get(0));
                            cluster.runFor(cluster.random.nextLong(SimulatedCluster.MILLISECOND));
                        }
                        cluster.runFor(2 * SimulatedCluster.SECOND);
                        assertThat(cluster.edges.stream().filter(e -> !e.published.isEmpty()))
                                .hasSize(1);
                        ClusterInvariants.check(cluster);
                        cluster.edges.forEach(e -> e.unpublish(cluster.streams.get(0)));
                        cluster.runFor(2 * SimulatedCluster.SECOND);
                    }
                });
    }
}
