package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The origin is killed, stays away, and comes back empty. */
class OriginReturnTest {
    /** 10 Mbit/s. */
    private static final long RATE = 1_250_000;

    @ParameterizedTest
    @CsvSource({"1, 10000", "20, 500"})
    void directoryOfTenThousandClientsIsWholeAgainWithinTenSeconds(int edges, int clients) {
        SimulatedCluster cluster = new SimulatedCluster(9, 1, edges, 2 * edges);
        cluster.rate = RATE;
        cluster.delay = 50 * MILLISECOND;
        cluster.runFor(3 * SECOND);
        for (int i = 0; i < edges * clients; i++) {
            cluster.edges.get(i % edges).open(new PeerId(i, 0, 0, 0));
        }
        for (int i = 0; i < 2 * edges; i++) {
            cluster.edges.get(i % edges).publish(cluster.streams.get(i));
            cluster.edges.get((i + 1) % edges).want(cluster.streams.get(i));
        }
        sendFrames(cluster);
        cluster.runFor(20 * SECOND);
        ClusterInvariants.check(cluster);
        for (boolean seen : new boolean[] {true, false}) {
            if (seen) {
                cluster.stopOrigin(0);
            } else {
                cluster.loseOrigin(0);
            }
            cluster.runFor(30 * SECOND);
            cluster.startOrigin(0);
            assertThat(cluster.origins[0].peers.size()).isZero();
            cluster.runFor(10 * SECOND);
            ClusterInvariants.check(cluster);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void streamsGoOnWhereTheyArePublishedAndResumeElsewhereWithinFiveSeconds(boolean seen) {
        SimulatedCluster cluster = new SimulatedCluster(11, 1, 3, 3);
        cluster.runFor(3 * SECOND);
        for (int i = 0; i < 500; i++) {
            cluster.edges.get(i % 3).open(new PeerId(i, 0, 0, 0));
        }
        for (int i = 0; i < 3; i++) {
            StreamKey stream = cluster.streams.get(i);
            cluster.edges.get(i).publish(stream);
            cluster.edges.get((i + 1) % 3).want(stream);
            cluster.edges.get((i + 2) % 3).want(stream);
        }
        play(cluster, 10 * SECOND);
        cluster.edges.forEach(edge -> assertThat(edge.gaps).isZero());
        if (seen) {
            cluster.stopOrigin(0);
        } else {
            cluster.loseOrigin(0);
        }
        long[] before = cluster.edges.stream().mapToLong(OriginReturnTest::sent).toArray();
        play(cluster, 60 * SECOND);
        for (int i = 0; i < 3; i++) {
            SimulatedEdge edge = cluster.edges.get(i);
            // Neither refused nor begun anew: all frames of the minute went to those who play here.
            assertThat(sent(edge) - before[i]).isEqualTo(60 * 25);
            assertThat(edge.published).hasSize(1);
            assertThat(edge.peers.size()).isBetween(166, 167);
        }
        cluster.startOrigin(0);
        play(cluster, 5 * SECOND);
        for (SimulatedEdge edge : cluster.edges) {
            assertThat(edge.published.values()).allMatch(entry -> entry.accepted);
            assertThat(edge.evictions).isZero();
            // Also at an edge that is back before the publishing one.
            assertThat(edge.ends).isZero();
            edge.played.forEach((stream, played) -> assertResumed(cluster, stream, played));
            assertThat(edge.link.mediaLost()).isEqualTo(edge.gaps);
        }
        play(cluster, 10 * SECOND);
        ClusterInvariants.check(cluster);
    }

    private static void assertResumed(
            SimulatedCluster cluster, String stream, SimulatedEdge.Played played) {
        long newest =
                cluster.edges.stream()
                        .filter(edge -> edge.published.containsKey(stream))
                        .findFirst()
                        .map(edge -> edge.published.get(stream).next)
                        .orElseThrow();
        assertThat(played.publication).as(stream).isNotNull();
        assertThat(played.last.sequence()).as(stream).isBetween(newest - 5, newest);
    }

    private static void sendFrames(SimulatedCluster cluster) {
        cluster.edges.forEach(SimulatedEdge::sendFrames);
        cluster.in(200 * MILLISECOND, () -> sendFrames(cluster));
    }

    /** At 25 frames per second. */
    private static void play(SimulatedCluster cluster, long duration) {
        for (long at = 0; at < duration; at += 40 * MILLISECOND) {
            cluster.edges.forEach(SimulatedEdge::sendFrames);
            cluster.runFor(40 * MILLISECOND);
        }
    }

    private static long sent(SimulatedEdge edge) {
        return edge.published.values().stream().mapToLong(entry -> entry.next).sum();
    }
}
