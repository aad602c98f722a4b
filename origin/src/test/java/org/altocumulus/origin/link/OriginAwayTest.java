package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.sim.SeededRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All origins are killed, or hang with their connections open, for a minute; edges pull from each
 * other. Players notice nothing, and streams that begin in that minute are found within a second.
 */
class OriginAwayTest {
    private static final int EDGES = 4;
    private static final int STREAMS = 30;
    private static final long MINUTE = 60 * SECOND;

    /** Streams that play all the time; the first is published at the first edge, and so on. */
    private static final int LASTING = 3;

    private SimulatedCluster cluster;
    private int next;

    private void start(long seed, int origins) {
        cluster = new SimulatedCluster(seed, origins, EDGES, STREAMS, edge -> true);
        next = LASTING;
        cluster.runFor(5 * SECOND);
        sendFrames();
        for (int i = 0; i < LASTING; i++) {
            edge(i).publish(cluster.streams.get(i));
            edge(i + 1).want(cluster.streams.get(i));
            edge(i + 2).want(cluster.streams.get(i));
        }
        cluster.runFor(3 * SECOND);
    }

    private void sendFrames() {
        cluster.edges.forEach(SimulatedEdge::sendFrames);
        cluster.in(40 * MILLISECOND, this::sendFrames);
    }

    private SimulatedEdge edge(int index) {
        return cluster.edges.get(index % EDGES);
    }

    private void takeAway(boolean killed) {
        for (int i = 0; i < cluster.origins.length; i++) {
            if (killed) {
                cluster.stopOrigin(i);
            } else {
                cluster.cutOff(i, MINUTE);
            }
        }
    }

    private void bringBack(boolean killed) {
        for (int i = 0; killed && i < cluster.origins.length; i++) {
            cluster.startOrigin(i);
        }
    }

    private void assertPlays(SimulatedEdge player, StreamKey stream) {
        SimulatedEdge.Played played = player.played.get(stream.toString());
        assertThat(played.publication).as(stream + " at " + player.node).isNotNull();
        assertThat(played.last).as(stream + " at " + player.node).isNotNull();
    }

    /** A publisher and players on two other edges, in any order, within a second. */
    private void newStream() {
        StreamKey stream = cluster.streams.get(next++);
        int from = cluster.random.nextInt(EDGES);
        List<SimulatedEdge> players = List.of(edge(from + 1), edge(from + 2));
        boolean first = cluster.random.nextBoolean();
        if (first) {
            edge(from).publish(stream);
            cluster.runFor(cluster.random.nextLong(SECOND));
        }
        players.forEach(player -> player.want(stream));
        if (!first) {
            cluster.runFor(cluster.random.nextLong(SECOND));
            edge(from).publish(stream);
        }
        cluster.runFor(SECOND);
        players.forEach(player -> assertPlays(player, stream));
        int kind = cluster.random.nextInt(4);
        if (kind == 0) {
            // It ends, and goes on at another edge, or at the same.
            edge(from).unpublish(stream);
            cluster.runFor(cluster.random.nextLong(SECOND));
            edge(from + (cluster.random.nextBoolean() ? 3 : 0)).publish(stream);
            cluster.runFor(SECOND);
            players.forEach(player -> assertPlays(player, stream));
        } else if (kind == 1) {
            players.get(0).unwant(stream);
        }
    }

    /** Neither a gap nor an end, up to the newest frames; nothing is told twice. */
    private void assertUnbroken() {
        for (int i = 0; i < LASTING; i++) {
            String stream = cluster.streams.get(i).toString();
            long newest = edge(i).published.get(stream).next;
            String token = edge(i).published.get(stream).publication.token();
            for (SimulatedEdge player : List.of(edge(i + 1), edge(i + 2))) {
                assertThat(player.played.get(stream).last.sequence())
                        .as(stream + " at " + player.node)
                        .isBetween(newest - 3, newest);
                assertThat(player.events).doesNotContain("ended " + token);
            }
        }
        for (SimulatedEdge edge : cluster.edges) {
            assertThat(edge.gaps).as("gaps at " + edge.node).isZero();
            assertThat(edge.link.mediaLost()).isZero();
            assertThat(edge.events).doesNotHaveDuplicates();
            assertThat(edge.published.values()).allMatch(entry -> entry.accepted);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 1", "true, 2", "false, 2", "true, 3", "false, 3"})
    void playersNoticeNothingAndNewStreamsAreFoundWithinASecond(boolean killed, int origins) {
        SeededRuns.of(
                OriginAwayTest.class,
                3,
                1000,
                seed -> {
                    start(seed, origins);
                    takeAway(killed);
                    long back = cluster.now + MINUTE;
                    cluster.runFor(cluster.random.nextLong(2) * cluster.random.nextLong(SECOND));
                    while (cluster.now < back - 4 * SECOND && next < STREAMS) {
                        newStream();
                        assertUnbroken();
                        cluster.runFor(cluster.random.nextLong(5 * SECOND));
                    }
                    cluster.runFor(Math.max(0, back - cluster.now));
                    bringBack(killed);
                    cluster.runFor(40 * SECOND);
                    assertUnbroken();
                    ClusterInvariants.check(cluster);
                    assertThat(cluster.origins[0].hub.relayedBytes()).isZero();
                });
    }

    /** The wish is there before the origins hang, and nothing is asked of them after that. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whoWaitsForAStreamGetsItThoughTheOriginHangsWhenItBegins(boolean killed) {
        SeededRuns.of(
                OriginAwayTest.class,
                10,
                1000,
                seed -> {
                    start(seed, 1);
                    StreamKey stream = cluster.streams.get(STREAMS - 1);
                    edge(3).want(stream);
                    cluster.runFor(2 * SECOND + cluster.random.nextLong(SECOND));
                    takeAway(killed);
                    cluster.runFor(cluster.random.nextLong(200 * MILLISECOND));
                    edge(0).publish(stream);
                    cluster.runFor(SECOND);
                    assertPlays(edge(3), stream);
                    cluster.runFor(10 * SECOND);
                    assertUnbroken();
                });
    }

    /** It says goodbye to one edge after the other: none of them is gone for the others by that. */
    @Test
    void edgesFindEachOtherAfterAnOriginThatWasStoppedInOrder() {
        start(1, 1);
        cluster.origins[0].links.close(cluster.origins[0].now(cluster.now));
        cluster.runFor(SECOND);
        cluster.stopOrigin(0);
        for (int i = 0; i < 3; i++) {
            newStream();
        }
        assertUnbroken();
    }

    @Test
    void anEdgeThatHasLeftIsNotDialledByTheOthers() {
        start(1, 1);
        SimulatedEdge gone = edge(3);
        gone.link.close(gone.now());
        cluster.runFor(SECOND);
        cluster.edges.remove(gone);
        takeAway(true);
        edge(2).want(cluster.streams.get(STREAMS - 1));
        cluster.runFor(10 * SECOND);
        assertThat(cluster.dialled).contains(edge(0).pull, edge(1).pull).doesNotContain(gone.pull);
    }

    @Test
    void connectionsOfASearchEndSomeTimeAfterTheOriginIsBack() {
        start(1, 1);
        edge(3).want(cluster.streams.get(STREAMS - 1));
        cluster.runFor(SECOND);
        long before = direct();
        cluster.cutOff(0, 5 * SECOND);
        cluster.runFor(4 * SECOND);
        assertThat(direct()).isGreaterThan(before);
        cluster.runFor(30 * SECOND);
        assertThat(direct()).isEqualTo(before);
        assertUnbroken();
        ClusterInvariants.check(cluster);
    }

    private long direct() {
        return cluster.pipes.stream().filter(pipe -> pipe.other != null).count();
    }

    @Test
    void aNameThatIsPlayedFromAnotherEdgeIsRefusedThoughNoOriginCanBeAsked() {
        start(1, 1);
        takeAway(true);
        cluster.runFor(SECOND);
        StreamKey stream = cluster.streams.get(0);
        edge(1).publish(stream);
        cluster.runFor(SECOND);
        assertThat(edge(1).published).doesNotContainKey(stream.toString());
        assertPlays(edge(1), stream);
        assertUnbroken();
    }

    @Test
    void ofTwoPublicationsOfANameTheOlderStaysWhenTheOriginIsBack() {
        start(1, 1);
        StreamKey stream = cluster.streams.get(STREAMS - 1);
        takeAway(true);
        cluster.runFor(SECOND);
        edge(0).publish(stream);
        cluster.runFor(SECOND);
        edge(1).publish(stream);
        edge(2).want(stream);
        cluster.runFor(SECOND);
        assertPlays(edge(2), stream);
        cluster.startOrigin(0);
        cluster.runFor(40 * SECOND);
        assertThat(edge(0).published).containsKey(stream.toString());
        assertThat(edge(1).published).doesNotContainKey(stream.toString());
        assertPlays(edge(2), stream);
        ClusterInvariants.check(cluster);
    }
}
