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
        if (runs > 1) {
            assertThat(redirects.get()).isGreaterThan(runs);
            assertThat(received.get()).isGreaterThan(runs);
        }
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

    @Test
    void missingMessagesHaveBeenDroppedByAQueueThatCountedThem() {
        AtomicLong missing = new AtomicLong();
        int runs =
                SeededRuns.of(
                        RandomClusterTest.class,
                        20,
                        1000,
                        seed -> missing.addAndGet(playOverSlowLinks(seed)));
        assertThat(missing.get()).isGreaterThan(runs == 1 ? -1 : 0);
    }

    private static long playOverSlowLinks(long seed) {
        SimulatedCluster cluster = new SimulatedCluster(seed, 1, 2 + (int) (seed % 4), 1);
        cluster.runFor(5 * SimulatedCluster.SECOND);
        cluster.edges.forEach(edge -> edge.want(cluster.streams.get(0)));
        cluster.edges.get(0).publish(cluster.streams.get(0));
        play(cluster, 2);
        for (SimulatedPipe pipe : cluster.pipes) {
            pipe.rate(cluster.random.nextInt(3) == 0 ? 0 : 500 + 200 * (seed % 17));
        }
        play(cluster, 20);
        cluster.pipes.forEach(pipe -> pipe.rate(0));
        play(cluster, 10);
        return checkDropped(cluster);
    }

    private static void play(SimulatedCluster cluster, int seconds) {
        for (int i = 0; i < 25 * seconds; i++) {
            cluster.edges.forEach(SimulatedEdge::sendFrames);
            cluster.runFor(SimulatedCluster.SECOND / 25);
        }
    }

    private static long checkDropped(SimulatedCluster cluster) {
        SimulatedEdge publisher = cluster.edges.get(0);
        long up = publisher.link.status(publisher.now()).get(0).mediaDropped();
        long missing = 0;
        for (SimulatedEdge edge : cluster.edges.subList(1, cluster.edges.size())) {
            long down =
                    cluster.pipes.stream()
                            .filter(pipe -> pipe.edge == edge)
                            .mapToLong(SimulatedPipe::dropped)
                            .sum();
            assertThat(edge.gaps).as("missing at " + edge.node).isEqualTo(up + down);
            assertThat(edge.link.mediaLost()).isEqualTo(edge.gaps);
            missing += edge.gaps;
        }
        return missing;
    }
}
