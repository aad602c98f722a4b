package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One name published at edges 0 and 1, and played at edge 2. */
class TwoPublishersTest {
    private SimulatedCluster cluster;
    private StreamKey stream;
    private SimulatedEdge first;
    private SimulatedEdge second;
    private SimulatedEdge player;

    private void start(long seed, boolean direct) {
        start(seed, 1, direct);
    }

    private void start(long seed, int origins, boolean direct) {
        cluster = new SimulatedCluster(seed, origins, 3, 1, edge -> direct);
        stream = cluster.streams.get(0);
        first = cluster.edges.get(0);
        second = cluster.edges.get(1);
        player = cluster.edges.get(2);
        player.want(stream);
        cluster.runFor(5 * SECOND);
        sendFrames();
    }

    private void sendFrames() {
        first.sendFrames();
        second.sendFrames();
        cluster.in(40 * MILLISECOND, this::sendFrames);
    }

    private boolean publishes(SimulatedEdge edge) {
        SimulatedEdge.Published entry = edge.published.get(stream.toString());
        return entry != null && entry.accepted;
    }

    private void assertPlays(SimulatedEdge publisher) {
        SimulatedEdge.Published entry = publisher.published.get(stream.toString());
        SimulatedEdge.Played played = player.played.get(stream.toString());
        assertThat(played.publication).isEqualTo(entry.publication);
        assertThat(played.last.sequence()).isBetween(entry.next - 3, entry.next);
    }

    @Test
    void ofTwoThatPublishAtOnceOneIsAcceptedAndTheOtherRefused() {
        for (long seed = 0; seed < 40; seed++) {
            start(seed, seed % 2 == 0);
            first.publish(stream);
            second.publish(stream);
            cluster.runFor(5 * SECOND);
            List<SimulatedEdge> publishers =
                    List.of(first, second).stream().filter(this::publishes).toList();
            assertThat(publishers).as("seed " + seed).hasSize(1);
            assertPlays(publishers.get(0));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theYoungerOfTwoLosesItsNameWhenThePartitionHeals(boolean direct) {
        start(1, direct);
        cluster.cutOff(second, 0, 40 * SECOND);
        first.publish(stream);
        cluster.runFor(5 * SECOND);
        second.publish(stream);
        cluster.runFor(20 * SECOND);
        assertThat(publishes(first)).isTrue();
        assertThat(publishes(second)).isTrue();
        cluster.runFor(30 * SECOND);
        assertThat(publishes(first)).isTrue();
        assertThat(publishes(second)).isFalse();
        assertPlays(first);
        assertThat(player.ends).isZero();
        assertThat(player.gaps).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOlderOfTwoGetsItsNameBackWhenThePartitionHeals(boolean direct) {
        start(2, direct);
        cluster.cutOff(second, 0, 40 * SECOND);
        second.publish(stream);
        cluster.runFor(5 * SECOND);
        first.publish(stream);
        cluster.runFor(20 * SECOND);
        assertThat(publishes(first)).isTrue();
        assertThat(publishes(second)).isTrue();
        assertPlays(first);
        cluster.runFor(30 * SECOND);
        assertThat(publishes(first)).isFalse();
        assertThat(publishes(second)).isTrue();
        assertPlays(second);
        assertThat(player.ends).isEqualTo(1);
    }

    /** Whatever the way of the media, the seed and the number of origins. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aPublisherThatIsGoneLosesItsNameToOneAtAnotherEdge(int origins) {
        for (long seed = 0; seed < 20; seed++) {
            start(seed, origins, seed % 2 == 0);
            first.publish(stream);
            cluster.runFor(5 * SECOND);
            assertPlays(first);
            first.publishersGone = true;
            second.publish(stream);
            cluster.runFor(2 * SECOND);
            assertThat(publishes(second)).as("seed " + seed).isFalse();
            assertThat(second.published).isNotEmpty();
            cluster.runFor(4 * SECOND);
            assertThat(publishes(second)).as("seed " + seed).isTrue();
            assertThat(first.published).isEmpty();
            assertPlays(second);
            assertThat(player.ends).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aPublisherThatIsAliveKeepsItAndTheOtherIsToldSoon(int origins) {
        for (long seed = 0; seed < 20; seed++) {
            start(seed, origins, seed % 2 == 0);
            first.publish(stream);
            cluster.runFor(5 * SECOND);
            second.publish(stream);
            cluster.runFor(1 * SECOND);
            assertThat(second.published).as("seed " + seed).isEmpty();
            assertThat(first.checks).isPositive();
            assertPlays(first);
            assertThat(player.ends).isZero();
        }
    }

    /** The edge of the publisher is lost while it is asked. */
    @Test
    void whoWaitsIsAnsweredWhateverBecomesOfTheOthers() {
        for (long seed = 0; seed < 20; seed++) {
            start(seed, 1, false);
            first.publish(stream);
            cluster.runFor(5 * SECOND);
            first.publishersGone = true;
            second.publish(stream);
            cluster.runFor(1 * SECOND);
            if (seed % 2 == 0) {
                cluster.edges.remove(first);
                cluster.pipes.stream()
                        .filter(pipe -> pipe.isOf(first))
                        .toList()
                        .forEach(SimulatedPipe::cut);
            } else {
                cluster.cutOff(first, 0, 30 * SECOND);
            }
            cluster.runFor(6 * SECOND);
            assertThat(second.published.isEmpty() || publishes(second)).as("seed " + seed).isTrue();
            assertThat(publishes(second)).isEqualTo(seed % 2 == 0);
        }
    }
}
