package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two origins, three edges, clocks that are up to an hour apart, and what can fail. */
class SeveralOriginsTest {
    /** Bytes per second: a part of a stream of 10 frames a second. */
    private static final long SLOW = 500;

    private final SimulatedCluster cluster = new SimulatedCluster(1, 2, 3, 1);
    private final StreamKey stream = cluster.streams.get(0);
    private final SimulatedEdge first = cluster.edges.get(0);
    private final SimulatedEdge second = cluster.edges.get(1);
    private final SimulatedEdge third = cluster.edges.get(2);

    @BeforeEach
    void join() {
        sendFrames();
        cluster.runFor(2 * SECOND);
        assertAllSynced();
    }

    private void sendFrames() {
        cluster.edges.forEach(SimulatedEdge::sendFrames);
        cluster.in(100 * MILLISECOND, this::sendFrames);
    }

    private void assertAllSynced() {
        for (SimulatedEdge edge : cluster.edges) {
            assertThat(edge.link.status(edge.now())).allMatch(EdgeLinkStatus::synced);
        }
    }

    private List<String> publishers(int origin) {
        return cluster.origins[origin].directory.contenders(stream).stream()
                .map(PublishedStream::edge)
                .toList();
    }

    /** The second edge plays, through the first origin, what the first one publishes. */
    private void play() {
        first.publish(stream);
        cluster.runFor(SECOND);
        second.want(stream);
        cluster.runFor(5 * SECOND);
        assertThat(second.link.pulledThrough(0)).containsExactly(stream);
        assertThat(second.received).isGreaterThan(30);
    }

    /** The player has seen one start and no end, and gets what is published now. */
    private void assertStillPlaying(int through) {
        assertThat(second.events).hasSize(1);
        assertThat(second.link.pulledThrough(through)).containsExactly(stream);
        long before = second.received;
        cluster.runFor(2 * SECOND);
        assertThat(second.received).isGreaterThanOrEqualTo(before + 18);
        assertThat(second.link.mediaLost()).isEqualTo(second.gaps);
    }

    @Test
    void whenOneOriginIsLostStreamsGoOnThroughTheOtherAndNamesStayTaken() {
        play();
        cluster.stopOrigin(0);
        cluster.runFor(SECOND);
        assertStillPlaying(1);
        assertThat(second.gaps).as("from the last key frame on").isZero();
        third.publish(stream);
        cluster.runFor(SECOND);
        assertThat(third.events).hasSize(1).first().asString().startsWith("refused");

        cluster.startOrigin(0);
        cluster.runFor(10 * SECOND);
        assertAllSynced();
        assertThat(publishers(0)).containsExactly("e0");
        assertThat(publishers(1)).containsExactly("e0");
        assertStillPlaying(1);
    }

    @Test
    void anOriginThatFallsSilentIsGivenUpAndTheStreamGoesOnThroughTheOther() {
        play();
        cluster.cutOff(second, 0, 60 * SECOND);
        cluster.runFor(25 * SECOND);
        assertStillPlaying(1);
        assertThat(second.gaps).as("the time until it was noticed").isPositive();
        assertThat(publishers(0)).containsExactly("e0");
        cluster.runFor(60 * SECOND);
        assertAllSynced();
    }

    @Test
    void aSlowLinkToOneOriginHoldsUpNeitherTheOthersThereNorTheEdgeAtTheOtherOrigin() {
        play();
        third.want(stream);
        cluster.runFor(2 * SECOND);
        long before = third.received;
        long gaps = third.gaps;
        cluster.pipesTo(0, third).forEach(pipe -> pipe.rate(SLOW));
        cluster.runFor(20 * SECOND);
        assertThat(second.gaps).isZero();
        assertStillPlaying(0);
        assertThat(third.gaps).as("given up for the slow edge").isGreaterThan(gaps);
        assertThat(third.link.mediaLost()).isEqualTo(third.gaps);
        assertThat(third.received).isGreaterThan(before);
        assertAllSynced();
        long peers = cluster.origins[1].peers.size();
        third.open(new PeerId(5, 1, 1, 1));
        cluster.runFor(SECOND);
        assertThat(cluster.origins[1].peers.size()).isEqualTo(peers + 1);

        cluster.pipesTo(0, third).forEach(pipe -> pipe.rate(0));
        cluster.runFor(10 * SECOND);
        gaps = third.gaps;
        cluster.runFor(5 * SECOND);
        assertThat(third.gaps).as("when the link is as it was").isEqualTo(gaps);
        assertThat(third.events).hasSize(1);
    }

    @Test
    void aPublishingEdgeThatIsCutOffFromOneOriginIsStillPlayedThroughTheOther() {
        play();
        cluster.cutOff(first, 0, 60 * SECOND);
        cluster.runFor(25 * SECOND);
        assertThat(publishers(0)).isEmpty();
        assertThat(publishers(1)).containsExactly("e0");
        assertStillPlaying(1);
        third.want(stream);
        cluster.runFor(2 * SECOND);
        assertThat(third.link.pulledThrough(1)).as("found there").containsExactly(stream);
        assertThat(third.received).isPositive();
        cluster.runFor(60 * SECOND);
        assertThat(publishers(0)).containsExactly("e0");
    }

    @Test
    void whoComesWhileThePublishingEdgeIsCutOffGetsTheStreamThroughTheOther() {
        first.publish(stream);
        cluster.runFor(SECOND);
        cluster.cutOff(first, 0, 120 * SECOND);
        cluster.runFor(SECOND);
        second.want(stream);
        cluster.runFor(5 * SECOND);
        assertThat(second.received).as("while nobody knows").isZero();
        cluster.runFor(20 * SECOND);
        assertStillPlaying(1);
    }

    @Test
    void afterAPartitionTheOlderPublicationStaysByItsAgeAndNotByAnyClock() {
        isolate(third);
        third.publish(stream);
        cluster.runFor(5 * SECOND);
        first.publish(stream);
        cluster.runFor(SECOND);
        assertThat(first.events).singleElement().asString().startsWith("accepted");
        assertThat(third.events).singleElement().asString().startsWith("accepted");
        cluster.runFor(60 * SECOND);
        assertThat(first.events).hasSize(2).last().asString().startsWith("refused");
        assertThat(publishers(0)).containsExactly("e2");
        assertThat(publishers(1)).containsExactly("e2");
    }

    @Test
    void afterAPartitionTheYoungerPublicationGoesAlsoIfItIsTheOneThatComesBack() {
        first.publish(stream);
        isolate(third);
        third.publish(stream);
        cluster.runFor(SECOND);
        assertThat(third.events).singleElement().asString().startsWith("accepted");
        cluster.runFor(60 * SECOND);
        assertThat(third.events).hasSize(2).last().asString().startsWith("refused");
        assertThat(first.events).singleElement().asString().startsWith("accepted");
        assertThat(publishers(0)).containsExactly("e0");
        assertThat(publishers(1)).containsExactly("e0");
    }

    /** Nothing passes to and from that edge, and it has noticed. */
    private void isolate(SimulatedEdge edge) {
        cluster.cutOff(edge, 0, 50 * SECOND);
        cluster.cutOff(edge, 1, 50 * SECOND);
        cluster.runFor(25 * SECOND);
        assertThat(edge.link.status(edge.now())).noneMatch(EdgeLinkStatus::registered);
    }

    @Test
    void edgesThatSeeDifferentOriginsAgreeWhenTheySeeBoth() {
        cluster.cutOff(first, 0, 40 * SECOND);
        cluster.cutOff(third, 1, 40 * SECOND);
        cluster.runFor(25 * SECOND);
        first.publish(stream);
        cluster.runFor(5 * SECOND);
        third.publish(stream);
        cluster.runFor(5 * SECOND);
        assertThat(publishers(0)).containsExactly("e2");
        assertThat(publishers(1)).containsExactly("e0");
        cluster.runFor(30 * SECOND);
        assertThat(publishers(0)).containsExactly("e0");
        assertThat(publishers(1)).containsExactly("e0");
        assertThat(third.events).last().asString().startsWith("refused");
    }

    @Test
    void anOriginThatComesBackEmptyKnowsEverythingWithinTenSeconds() {
        for (int i = 0; i < 10_000; i++) {
            first.link.publish(new StreamKey("many", "stream number " + i), first.now());
        }
        for (int i = 0; i < 10_000; i++) {
            second.link.want(new StreamKey("many", "other stream " + i), second.now());
        }
        cluster.runFor(20 * SECOND);
        assertThat(cluster.origins[0].directory.published()).hasSize(10_000);
        cluster.stopOrigin(0);
        cluster.runFor(20 * SECOND);
        cluster.startOrigin(0);
        cluster.runFor(10 * SECOND);
        assertAllSynced();
        assertThat(cluster.origins[0].directory.published()).hasSize(10_000);
        assertThat(cluster.origins[1].directory.published()).hasSize(10_000);
        assertThat(cluster.origins[1].directory.wantedBy("e1")).hasSize(10_000);
    }

    @Test
    void aNodeThatComesTwiceIsTakenOnceByBothAndByItsNewAddressAfterARestart() {
        SimulatedEdge twin = new SimulatedEdge(cluster, first.node, first.port + 100);
        cluster.edges.add(twin);
        cluster.runFor(10 * SECOND);
        assertThat(twin.link.status(twin.now())).noneMatch(EdgeLinkStatus::registered);
        assertThat(port(0)).isEqualTo(first.port);

        cluster.edges.remove(first);
        List.copyOf(cluster.pipes).stream()
                .filter(pipe -> pipe.edge == first)
                .forEach(SimulatedPipe::abandon);
        cluster.runFor(15 * SECOND);
        assertAllSynced();
        assertThat(port(0)).isEqualTo(twin.port);
        assertThat(port(1)).isEqualTo(twin.port);
    }

    /** Where an origin sends clients to the first edge. */
    private int port(int origin) {
        OriginUnderTest node = cluster.origins[origin];
        EdgeView view =
                node.registry.view(node.now(cluster.now)).stream()
                        .filter(edge -> edge.identity().node().equals(first.node))
                        .filter(edge -> edge.state() == EdgeState.READY)
                        .findFirst()
                        .orElseThrow();
        return view.advertised().get(0).getPort();
    }
}
