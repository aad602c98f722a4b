package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that go from edge to edge past the origin. */
@Timeout(180)
class DirectPullsTest {
    private static final String DIRECT =
            "link { direct = on, pull-listen = \"127.0.0.1:0\", secret = \"of the cluster\" }\n";
    private static final int FRAMES = 120;

    private final List<RtmpMessage> sent = TestMedia.generated(11, FRAMES);

    @Test
    void mediaPassTheOriginByUntilTheEdgesCannotReachEachOtherAnyMore() throws Exception {
        try (TcpRelay relay = new TcpRelay();
                TestCluster cluster = TestCluster.of(0, DIRECT)) {
            EdgeDaemon first =
                    cluster.addEdge(
                            "link.pull-advertise = \"%s\""
                                    .formatted(HostPort.format(relay.address())));
            relay.target(first.pullAddress().orElseThrow());
            EdgeDaemon second = cluster.addEdge("");
            cluster.awaitReady(2);
            TestStream publisher =
                    TestStream.publishing(cluster.connect(cluster.address(first)), "direct");
            publisher.send(TestMedia.head(sent));
            ClientConnection there = cluster.connect(cluster.address(second));
            List<TestStream> players = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                TestStream player = TestStream.playing(there, "direct");
                player.awaitMedia(MediaKind::isKeyFrame, 1);
                players.add(player);
            }
            List<RtmpMessage> rest = TestMedia.rest(sent);
            List<RtmpMessage> before = rest.subList(0, rest.size() / 2);
            publisher.send(before);
            for (TestStream player : players) {
                assertReceived(player, sent.subList(0, sent.size() - rest.size() + before.size()));
            }
            assertThat(cluster.origin().relayedBytes()).isZero();
            assertThat(relay.connections()).isEqualTo(1);
            assertThat(relay.bytes()).isLessThan(2L * size(sent));

            relay.cut();
            Await.until("the origin relays", () -> cluster.origin().relayedBytes() > 0);
            publisher.send(rest.subList(before.size(), rest.size()));
            for (TestStream player : players) {
                assertReceived(player, sent);
                assertThat(player.count(StatusCode.PLAY_UNPUBLISH_NOTIFY)).isZero();
                assertThat(player.count(StatusCode.PLAY_PUBLISH_NOTIFY)).isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void edgesPullFromEachOtherWithoutALineOfConfiguration() throws Exception {
        try (TestCluster cluster = TestCluster.of(2)) {
            TestStream publisher =
                    TestStream.publishing(
                            cluster.connect(cluster.address(cluster.edge(0))), "plain");
            publisher.send(TestMedia.head(sent));
            TestStream player =
                    TestStream.playing(cluster.connect(cluster.address(cluster.edge(1))), "plain");
            player.awaitMedia(MediaKind::isKeyFrame, 1);
            publisher.send(TestMedia.rest(sent));
            assertReceived(player, sent);
            assertThat(cluster.origin().relayedBytes()).isZero();
        }
    }

    @Test
    void anEdgeThatTakesNoPartGetsItsStreamsFromTheOrigin() throws Exception {
        try (TestCluster cluster = TestCluster.of(1)) {
            EdgeDaemon off = cluster.addEdge("link.direct = off");
            cluster.awaitReady(2);
            TestStream publisher =
                    TestStream.publishing(
                            cluster.connect(cluster.address(cluster.edge(0))), "plain");
            publisher.send(TestMedia.head(sent));
            TestStream player = TestStream.playing(cluster.connect(cluster.address(off)), "plain");
            player.awaitMedia(MediaKind::isKeyFrame, 1);
            publisher.send(TestMedia.rest(sent));
            assertReceived(player, sent);
            assertThat(off.pullAddress()).isEmpty();
            assertThat(cluster.origin().relayedBytes()).isPositive();
        }
    }

    @Test
    void aPortThatCannotBeBoundIsNamed() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, DIRECT)) {
            String taken = HostPort.format(cluster.edge(0).pullAddress().orElseThrow());
            assertThatThrownBy(() -> cluster.addEdge("link.pull-listen = \"%s\"".formatted(taken)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "cannot bind TCP %s for direct pulls: another process uses TCP port %s",
                            taken, taken.substring(taken.indexOf(':') + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void playersNoticeNothingOfAnOriginThatIsAway(String nativeTransport) throws Exception {
        String settings = DIRECT + "node.native-transport = " + nativeTransport + '\n';
        try (TestCluster cluster = TestCluster.of(2, settings)) {
            TestStream publisher =
                    TestStream.publishing(
                            cluster.connect(cluster.address(cluster.edge(0))), "alone");
            publisher.send(TestMedia.head(sent));
            TestStream player =
                    TestStream.playing(cluster.connect(cluster.address(cluster.edge(1))), "alone");
            player.awaitMedia(MediaKind::isKeyFrame, 1);
            cluster.stopOrigin();
            publisher.send(TestMedia.rest(sent));
            assertReceived(player, sent);
            cluster.startOrigin();
            cluster.awaitReady(2);
            publisher.close();
            player.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);
            assertThat(cluster.origin().relayedBytes()).isZero();
        }
    }

    private static long size(List<RtmpMessage> messages) {
        return messages.stream().mapToLong(message -> message.encoded().length).sum();
    }

    private static void assertReceived(TestStream player, List<RtmpMessage> expected)
            throws Exception {
        List<String> video = TestStream.hex(expected, MediaKind::isVideo);
        List<String> audio = TestStream.hex(expected, MediaKind::isAudio);
        player.awaitMedia(MediaKind::isVideo, video.size());
        player.awaitMedia(MediaKind::isAudio, audio.size());
        assertThat(player.received(MediaKind::isVideo)).isEqualTo(video);
        assertThat(player.received(MediaKind::isAudio)).isEqualTo(audio);
        assertThat(player.gaps()).isZero();
    }
}
