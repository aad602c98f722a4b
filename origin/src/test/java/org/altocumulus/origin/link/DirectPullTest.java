package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.sim.SeededRuns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two streams "app0/stream 0" and "app1/stream 1"; edge 0 publishes, the others play. */
class DirectPullTest {
    private SimulatedCluster cluster;
    private StreamKey stream;
    private SimulatedEdge publisher;
    private SimulatedEdge player;
    private SimulatedEdge other;
    private boolean paused;

    @BeforeEach
    void cluster() {
        cluster(1);
    }

    private void cluster(long seed) {
        cluster = new SimulatedCluster(seed, 1, 3, 2, edge -> true);
        stream = cluster.streams.get(0);
        publisher = cluster.edges.get(0);
        player = cluster.edges.get(1);
        other = cluster.edges.get(2);
    }

    private void start(SimulatedEdge... players) {
        cluster.runFor(SECOND);
        sendFrames();
        publisher.publish(stream);
        for (SimulatedEdge one : players) {
            one.want(stream);
        }
        cluster.runFor(2 * SECOND);
    }

    private void sendFrames() {
        if (!paused) {
            publisher.sendFrames();
        }
        cluster.in(40 * MILLISECOND, this::sendFrames);
    }

    private List<SimulatedPipe> pipes(Predicate<SimulatedPipe> which) {
        return cluster.pipes.stream().filter(which).toList();
    }

    private List<SimulatedPipe> direct() {
        return pipes(pipe -> pipe.other != null);
    }

    /**
     * The stream has gone on since its beginning, without an end or a gap, to its newest frames.
     */
    private void assertSeamless(SimulatedEdge edge) {
        SimulatedEdge.Played played = edge.played.get(stream.toString());
        long newest = publisher.published.get(stream.toString()).next;
        assertThat(edge.ends).isZero();
        assertThat(edge.gaps).isZero();
        assertThat(played.publication).isNotNull();
        assertThat(played.last.sequence()).isBetween(newest - 3, newest);
    }

    /** Nobody has noticed, and the origin sends nothing of it any more. */
    private void assertBackToDirect(SimulatedEdge edge) {
        assertSeamless(edge);
        assertThat(edge.events).as("announced once").hasSize(1);
        assertThat(edge.pulls.flowing()).isEqualTo(1);
        assertThat(cluster.origins[0].directory.isDirect(edge.node, stream)).isTrue();
        assertThat(cluster.origins[0].hub.flowing()).isEmpty();
    }

    private long relayed() {
        return cluster.origins[0].hub.relayedBytes();
    }

    @Test
    void mediaGoStraightFromEdgeToEdgeOverOneConnectionForEachPair() {
        start(player, other);
        StreamKey second = cluster.streams.get(1);
        publisher.publish(second);
        player.want(second);
        cluster.runFor(10 * SECOND);
        assertSeamless(player);
        assertSeamless(other);
        assertThat(player.played.get(second.toString()).last).isNotNull();
        assertThat(player.pulls.flowing()).isEqualTo(2);
        assertThat(direct()).hasSize(2);
        assertThat(relayed()).isZero();
        assertThat(cluster.origins[0].hub.flowing()).isEmpty();
    }

    @Test
    void connectionEndsWithTheLastStreamThatIsPulled() {
        start(player);
        player.unwant(stream);
        cluster.runFor(SECOND);
        assertThat(direct()).isEmpty();
        assertThat(publisher.needless).containsExactly(stream.toString());
        player.want(stream);
        cluster.runFor(SECOND);
        assertThat(player.pulls.flowing()).isEqualTo(1);
        assertThat(relayed()).isZero();
    }

    @Test
    void lostConnectionIsReplacedByTheOriginAndPlayersSeeNothingOfIt() {
        start(player);
        direct().get(0).cut();
        cluster.runFor(SECOND);
        assertSeamless(player);
        assertThat(player.pulls.flowing()).isZero();
        assertThat(relayed()).isPositive();
        cluster.runFor(5 * SECOND);
        assertBackToDirect(player);
        player.unwant(stream);
        cluster.runFor(SECOND);
        player.want(stream);
        cluster.runFor(SECOND);
        assertThat(player.pulls.flowing()).isEqualTo(1);
    }

    @Test
    void publisherThatPausesIsStillPulledDirectly() {
        start(player);
        paused = true;
        cluster.runFor(60 * SECOND);
        paused = false;
        cluster.runFor(SECOND);
        assertSeamless(player);
        assertThat(player.pulls.flowing()).isEqualTo(1);
        assertThat(relayed()).isZero();
    }

    @Test
    void playersEdgeThatStoodStillKeepsItsDirectPull() {
        start(player);
        cluster.runFor(SECOND);
        cluster.freeze(player, 4 * SECOND);
        cluster.runFor(6 * SECOND);
        assertSeamless(player);
        assertThat(player.pulls.flowing()).isEqualTo(1);
    }

    @Test
    void silentConnectionIsReplacedByTheOriginWithinThreeSeconds() {
        start(player);
        direct().get(0).freeze(1000 * SECOND);
        cluster.runFor(3 * SECOND);
        assertThat(player.ends).isZero();
        assertThat(player.pulls.flowing()).isZero();
        assertThat(player.played.get(stream.toString()).last.sequence())
                .isGreaterThan(publisher.published.get(stream.toString()).next - 3);
    }

    @Test
    void relayedPullIsFoundAmongTheEdgesWhenItsOriginHangsThoughItWasNotReachedBefore() {
        cluster.pullsFail = true;
        start(player);
        cluster.runFor(SECOND);
        assertThat(relayed()).isPositive();
        cluster.pullsFail = false;
        cluster.cutOff(0, 60 * SECOND);
        cluster.runFor(6 * SECOND);
        assertThat(player.pulls.flowing()).isEqualTo(1);
        assertSeamless(player);
        cluster.runFor(80 * SECOND);
        assertThat(player.pulls.flowing()).isEqualTo(1);
        assertSeamless(player);
        assertThat(player.events).hasSize(1);
    }

    @Test
    void relayedPullGoesBackToTheDirectWayWithinHalfAMinuteOnceThatWorks() {
        SeededRuns.of(
                DirectPullTest.class,
                20,
                1000,
                seed -> {
                    cluster(seed);
                    cluster.pullsFail = true;
                    start(player, other);
                    cluster.runFor(cluster.random.nextLong(200 * SECOND));
                    assertThat(player.pulls.flowing()).isZero();
                    cluster.pullsFail = false;
                    cluster.runFor(30 * SECOND + 2 * SECOND);
                    assertBackToDirect(player);
                    assertBackToDirect(other);
                    assertThat(player.received).isEqualTo(other.received);
                });
    }

    @Test
    void relayedPullThatStallsIsPulledDirectlyWithinSecondsAndMissesNothing() {
        SeededRuns.of(
                DirectPullTest.class,
                20,
                1000,
                seed -> {
                    cluster(seed);
                    cluster.pullsFail = true;
                    start(player);
                    cluster.runFor(10 * SECOND + cluster.random.nextLong(100 * SECOND));
                    cluster.pullsFail = false;
                    cluster.cutOff(publisher, 0, 60 * SECOND);
                    cluster.runFor(6 * SECOND);
                    assertSeamless(player);
                    assertThat(player.pulls.flowing()).isEqualTo(1);
                    cluster.runFor(90 * SECOND);
                    assertBackToDirect(player);
                });
    }

    @Test
    void relayedPullIsFoundWithoutALossWhenItsOriginIsKilled() {
        SeededRuns.of(
                DirectPullTest.class,
                20,
                1000,
                seed -> {
                    cluster(seed);
                    cluster.pullsFail = true;
                    start(player);
                    cluster.runFor(10 * SECOND + cluster.random.nextLong(SECOND));
                    cluster.pullsFail = false;
                    cluster.stopOrigin(0);
                    cluster.runFor(5 * SECOND);
                    assertSeamless(player);
                    assertThat(player.pulls.flowing()).isEqualTo(1);
                });
    }

    @Test
    void edgesThatNeverReachEachOtherTryItRarely() {
        cluster.pullsFail = true;
        start(player);
        cluster.dials = 0;
        cluster.runFor(600 * SECOND);
        assertSeamless(player);
        assertThat(cluster.dials).isBetween(10, 45);
        // Few messages look like a stall; they are not worth more attempts.
        paused = true;
        cluster.dials = 0;
        for (int i = 0; i < 200; i++) {
            publisher.sendFrames();
            cluster.runFor(3 * SECOND);
        }
        assertThat(cluster.dials).isBetween(10, 60);
        assertThat(player.events).hasSize(1);
    }

    @Test
    void directWayThatDoesNotLastIsTriedLessAndLess() {
        start(player);
        int returns = 0;
        for (int i = 0; i < 1800; i++) {
            cluster.runFor(SECOND);
            for (SimulatedPipe pipe : direct()) {
                if (player.pulls.flowing() == 1) {
                    pipe.cut();
                    returns++;
                }
            }
        }
        assertThat(returns).isBetween(5, 16);
        cluster.runFor(300 * SECOND + SECOND);
        assertThat(player.pulls.flowing()).isEqualTo(1);
        assertThat(player.ends).isZero();
    }

    @Test
    void edgesThatCannotReachEachOtherAreServedByTheOriginAndNotTriedForAWhile() {
        cluster.pullsFail = true;
        start(player);
        cluster.runFor(SECOND);
        assertSeamless(player);
        assertThat(relayed()).isPositive();
        player.unwant(stream);
        cluster.runFor(SECOND);
        cluster.pullsFail = false;
        player.want(stream);
        cluster.runFor(SECOND / 2);
        assertThat(player.pulls.flowing()).isZero();
        assertThat(player.played.get(stream.toString()).last).isNotNull();
    }

    @Test
    void pullGoesOnWithoutTheOriginAndAfterItsReturn() {
        start(player);
        cluster.stopOrigin(0);
        cluster.runFor(30 * SECOND);
        assertSeamless(player);
        cluster.startOrigin(0);
        cluster.runFor(10 * SECOND);
        assertSeamless(player);
        assertThat(player.pulls.flowing()).isEqualTo(1);
        assertThat(cluster.origins[0].directory.isDirect(player.node, stream)).isTrue();
        assertThat(relayed()).isZero();
    }

    @Test
    void pullGoesOnWhenEitherEdgeLosesItsLinkToTheOrigin() {
        start(player, other);
        for (SimulatedEdge edge : List.of(player, publisher)) {
            pipes(pipe -> pipe.edge == edge && pipe.other == null).forEach(SimulatedPipe::cut);
            cluster.runFor(10 * SECOND);
            assertSeamless(player);
            assertSeamless(other);
        }
        assertThat(relayed()).isZero();
    }

    @Test
    void connectionThatIsLostWhileTheOriginIsAwayIsReplacedAfterItsReturn() {
        start(player);
        cluster.stopOrigin(0);
        cluster.runFor(5 * SECOND);
        direct().get(0).cut();
        cluster.runFor(5 * SECOND);
        cluster.startOrigin(0);
        cluster.runFor(10 * SECOND);
        SimulatedEdge.Played played = player.played.get(stream.toString());
        assertThat(played.publication).isNotNull();
        assertThat(played.last.sequence())
                .isGreaterThan(publisher.published.get(stream.toString()).next - 3);
    }

    @Test
    void lostPublishingEdgeEndsTheStreamOnce() {
        start(player);
        cluster.edges.remove(publisher);
        pipes(pipe -> pipe.isOf(publisher)).forEach(SimulatedPipe::cut);
        cluster.runFor(SECOND);
        assertThat(player.ends).isEqualTo(1);
        assertThat(player.played.get(stream.toString()).publication).isNull();
    }

    @Test
    void publishingEdgeThatVanishesEndsTheStreamWhenTheOriginHasLostItToo() {
        start(player);
        cluster.edges.remove(publisher);
        pipes(pipe -> pipe.isOf(publisher)).forEach(SimulatedPipe::abandon);
        cluster.runFor(30 * SECOND);
        assertThat(player.ends).isEqualTo(1);
        assertThat(direct()).isEmpty();
    }

    @Test
    void streamThatIsPublishedAgainElsewhereIsPulledFromThere() {
        start(player);
        publisher.unpublish(stream);
        cluster.runFor(SECOND);
        other.publish(stream);
        cluster.runFor(SECOND);
        other.sendFrames();
        other.sendFrames();
        cluster.runFor(SECOND);
        assertThat(player.ends).isEqualTo(1);
        assertThat(player.played.get(stream.toString()).last.sequence()).isEqualTo(1);
        assertThat(direct()).singleElement().matches(pipe -> pipe.other == other);
        assertThat(relayed()).isZero();
    }

    @Test
    void pullGoesOnWhileTheOriginThatBrokeredItIsLostAndAnotherTakesItOver() {
        SimulatedCluster two = new SimulatedCluster(3, 2, 2, 1, edge -> true);
        two.runFor(5 * SECOND);
        StreamKey key = two.streams.get(0);
        SimulatedEdge from = two.edges.get(0);
        SimulatedEdge to = two.edges.get(1);
        from.publish(key);
        to.want(key);
        for (int i = 0; i < 500; i++) {
            from.sendFrames();
            two.runFor(40 * MILLISECOND);
            if (i == 100) {
                two.stopOrigin(0);
            } else if (i == 300) {
                two.startOrigin(0);
            }
        }
        two.runFor(SECOND);
        assertThat(to.received).isEqualTo(500);
        assertThat(to.ends).isZero();
        assertThat(to.pulls.flowing()).isEqualTo(1);
        assertThat(two.origins[1].directory.isDirect(to.node, key)).isTrue();
        assertThat(two.origins[1].hub.relayedBytes()).isZero();
    }

    @Test
    void edgeWithoutDirectPullsGetsItsMediaFromTheOrigin() {
        SimulatedCluster mixed = new SimulatedCluster(2, 1, 3, 1, edge -> edge < 2);
        mixed.runFor(SECOND);
        StreamKey key = mixed.streams.get(0);
        mixed.edges.get(0).publish(key);
        mixed.edges.get(1).want(key);
        mixed.edges.get(2).want(key);
        mixed.runFor(SECOND);
        for (int i = 0; i < 20; i++) {
            mixed.edges.get(0).sendFrames();
            mixed.runFor(40 * MILLISECOND);
        }
        mixed.runFor(SECOND);
        assertThat(mixed.edges.get(1).received).isEqualTo(20);
        assertThat(mixed.edges.get(2).received).isEqualTo(20);
        assertThat(mixed.edges.get(1).pulls.flowing()).isEqualTo(1);
        assertThat(relayedTo(mixed)).isPositive();
    }

    private static long relayedTo(SimulatedCluster cluster) {
        return cluster.origins[0].hub.relayedBytes();
    }
}
