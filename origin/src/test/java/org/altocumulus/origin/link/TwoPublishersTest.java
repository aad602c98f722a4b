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
        cluster = new SimulatedCluster(seed, 1, 3, 1, edge -> direct);
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
}
