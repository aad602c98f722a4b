package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever single thing happens to the way of a stream, all edges that want it and can get it have
 * its newest frames again within a bound.
 */
class StrandedPlayersTest {
    private static final StreamKey FIRST = new StreamKey("app0", "stream 0");
    private static final StreamKey SECOND_NAME = new StreamKey("app1", "stream 1");
    private static final PeerId CLIENT = new PeerId(1, 2, 3, 4);

    /** To find that a silent connection is lost takes 20 seconds, to announce all a few more. */
    private static final long BOUND = 30 * SECOND;

    private SimulatedCluster cluster;
    private SimulatedEdge publisher;
    private SimulatedEdge other;

    /** What happens. */
    enum Happening {
        EVICTION_OF_THE_PUBLISHER,
        DRAIN_OF_THE_PUBLISHERS_EDGE,
        DRAIN_OF_A_PLAYERS_EDGE,
        REVOKED_FOR_AN_OLDER_ONE,
        RENAMED,
        RENAMED_AND_BACK,
        TAKEN_OVER,
        PUBLISHED_AGAIN_AT_ONCE,
        MEDIA_CONNECTION_CUT,
        ALL_CONNECTIONS_CUT,
        FIRST_ORIGIN_RESTARTED,
        FIRST_ORIGIN_HANGS,
        PUBLISHERS_EDGE_CUT_OFF_FOR_A_WHILE,
        LEFT_AND_CAME_BACK
    }

    private void start(long seed, boolean direct) {
        cluster = new SimulatedCluster(seed, 1 + (int) (seed % 2), 4, 2, edge -> direct);
        publisher = cluster.edges.get(0);
        other = cluster.edges.get(1);
        cluster.runFor(5 * SECOND);
        sendFrames();
        cluster.edges.forEach(edge -> edge.want(FIRST));
        publisher.open(CLIENT);
        publisher.publish(FIRST);
        cluster.runFor(3 * SECOND);
        assertAllPlay(FIRST);
    }

    private void sendFrames() {
        cluster.edges.forEach(SimulatedEdge::sendFrames);
        cluster.in(100 * MILLISECOND, this::sendFrames);
    }

    /** The origin goes on to send what it sent before, and knows nothing of what was found. */
    @Test
    void playerReturnsToTheOriginsStreamWhenOneThatWasFoundMeanwhileEnds() {
        cluster = new SimulatedCluster(1, 1, 3, 1, edge -> edge != 1);
        publisher = cluster.edges.get(1);
        other = cluster.edges.get(0);
        SimulatedEdge player = cluster.edges.get(2);
        cluster.runFor(5 * SECOND);
        sendFrames();
        player.want(FIRST);
        publisher.publish(FIRST);
        cluster.runFor(2 * SECOND);
        cluster.cutOff(other, 0, 18 * SECOND);
        cluster.cutOff(player, 0, 18 * SECOND);
        cluster.runFor(10 * SECOND);
        other.publish(FIRST);
        cluster.runFor(3 * SECOND);
        assertThat(player.pulls.flowing()).isEqualTo(1);
        other.unpublish(FIRST);
        cluster.runFor(20 * SECOND);
        SimulatedEdge.Published entry = publisher.published.get(FIRST.toString());
        SimulatedEdge.Played played = player.played.get(FIRST.toString());
        assertThat(played.publication).isEqualTo(entry.publication);
        assertThat(played.last.sequence()).isBetween(entry.next - 3, entry.next);
    }

    @ParameterizedTest
    @EnumSource(Happening.class)
    void everyPlayerGetsFramesAgainWithinABound(Happening what) {
        for (long seed = 0; seed < 6; seed++) {
            for (boolean direct : List.of(false, true)) {
                start(seed, direct);
                StreamKey stream = happen(what);
                cluster.runFor(BOUND);
                assertAllPlay(stream);
            }
        }
    }

    /** Lets it happen; returns the stream that is to be played then. */
    private StreamKey happen(Happening what) {
        switch (what) {
            case EVICTION_OF_THE_PUBLISHER -> {
                other.open(CLIENT);
                cluster.runFor(2 * SECOND);
                assertThat(publisher.peers).isEmpty();
                publisher.unpublish(FIRST);
                other.publish(FIRST);
            }
            case DRAIN_OF_THE_PUBLISHERS_EDGE -> {
                publisher.drain();
                cluster.runFor(2 * SECOND);
                publisher.unpublish(FIRST);
                other.publish(FIRST);
            }
            case DRAIN_OF_A_PLAYERS_EDGE -> other.drain();
            case REVOKED_FOR_AN_OLDER_ONE -> {
                publisher.unpublish(FIRST);
                for (int i = 0; i < cluster.origins.length; i++) {
                    cluster.cutOff(other, i, 25 * SECOND);
                }
                cluster.runFor(5 * SECOND);
                other.publish(FIRST);
                cluster.runFor(5 * SECOND);
                publisher.publish(FIRST);
                cluster.runFor(20 * SECOND);
            }
            case RENAMED -> {
                cluster.edges.forEach(edge -> edge.want(SECOND_NAME));
                publisher.unpublish(FIRST);
                publisher.publish(SECOND_NAME);
                return SECOND_NAME;
            }
            case RENAMED_AND_BACK -> {
                publisher.unpublish(FIRST);
                publisher.publish(SECOND_NAME);
                cluster.runFor(cluster.random.nextLong(20 * MILLISECOND));
                publisher.unpublish(SECOND_NAME);
                publisher.publish(FIRST);
            }
            case TAKEN_OVER -> {
                publisher.publishersGone = true;
                other.publish(FIRST);
            }
            case PUBLISHED_AGAIN_AT_ONCE -> {
                publisher.unpublish(FIRST);
                publisher.publish(FIRST);
            }
            case MEDIA_CONNECTION_CUT ->
                    cluster.pipes.get(cluster.random.nextInt(cluster.pipes.size())).cut();
            case ALL_CONNECTIONS_CUT -> List.copyOf(cluster.pipes).forEach(SimulatedPipe::cut);
            case FIRST_ORIGIN_RESTARTED -> {
                cluster.stopOrigin(0);
                cluster.runFor(cluster.random.nextLong(5 * SECOND));
                cluster.startOrigin(0);
            }
            case FIRST_ORIGIN_HANGS -> {
                cluster.cutOff(0, 30 * SECOND);
                cluster.runFor(30 * SECOND);
            }
            case PUBLISHERS_EDGE_CUT_OFF_FOR_A_WHILE -> {
                for (int i = 0; i < cluster.origins.length; i++) {
                    cluster.cutOff(publisher, i, 25 * SECOND);
                }
                cluster.runFor(25 * SECOND);
            }
            case LEFT_AND_CAME_BACK -> {
                for (SimulatedEdge edge : cluster.edges) {
                    edge.unwant(FIRST);
                    cluster.runFor(cluster.random.nextLong(10 * MILLISECOND));
                    edge.want(FIRST);
                }
            }
        }
        return FIRST;
    }

    private void assertAllPlay(StreamKey stream) {
        String name = stream.toString();
        List<SimulatedEdge> publishing =
                cluster.edges.stream().filter(edge -> edge.published.containsKey(name)).toList();
        assertThat(publishing).hasSize(1);
        SimulatedEdge.Published entry = publishing.get(0).published.get(name);
        assertThat(entry.accepted).isTrue();
        int players = 0;
        for (SimulatedEdge edge : cluster.edges) {
            SimulatedEdge.Played played = edge.played.get(name);
            if (edge != publishing.get(0)) {
                assertThat(played.publication).as(edge.node).isEqualTo(entry.publication);
                assertThat(played.last.sequence())
                        .as(edge.node)
                        .isBetween(entry.next - 3, entry.next);
                players++;
            }
        }
        assertThat(players).isEqualTo(cluster.edges.size() - 1);
    }
}
