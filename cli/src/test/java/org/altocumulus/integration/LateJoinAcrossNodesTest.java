package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who joins late at another node gets what who joins late at the publisher's node gets. */
@Timeout(120)
class LateJoinAcrossNodesTest {
    private static RtmpMessage set(String handler, String value) {
        return new DataMessage(
                        DataMessage.SET_DATA_FRAME,
                        List.of(AmfValue.of(handler), AmfValue.of(value)))
                .encode(0);
    }

    private static RtmpMessage chat(String line) {
        return new DataMessage("chat", List.of(AmfValue.of(line))).encode(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key-frame", "live"})
    void aLateEdgeGetsWhatTheEdgeOfThePublisherGives(String mode) throws Exception {
        try (TestCluster cluster =
                TestCluster.of(0, "link.direct = off, media.late-join.mode = " + mode)) {
            List<ClientConnection> nodes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                nodes.add(cluster.connect(cluster.address(cluster.addEdge(""))));
            }
            cluster.awaitReady(3);
            assertSame(nodes);
        }
    }

    private static void assertSame(List<ClientConnection> nodes) throws Exception {
        TestStream publisher = TestStream.publishing(nodes.get(0), "s");
        TestStream early = TestStream.playing(nodes.get(1), "s");
        List<RtmpMessage> sent = TestMedia.generated(7, 40);
        publisher.send(
                List.of(
                        set("onMetaData", "first"),
                        set("onCuePoint", "second"),
                        set("onMetaData", "third")));
        publisher.send(sent);
        publisher.send(List.of(chat("before"), set("onLate", "within the group of pictures")));
        early.awaitMedia(MediaKind::isVideo, 41);
        early.awaitMedia(kind -> kind == MediaKind.OTHER, 6);
        TestMedia.awaitEndOfBeginning();
        List<TestStream> late = new ArrayList<>();
        for (ClientConnection node : nodes) {
            late.add(TestStream.playing(node, "s"));
        }
        Thread.sleep(500);
        RtmpMessage after = chat("after");
        List<RtmpMessage> more = TestMedia.generated(8, 2);
        publisher.send(more);
        publisher.send(List.of(after));
        for (TestStream player : late) {
            Await.until(
                    "the data after",
                    () ->
                            player.received(kind -> kind == MediaKind.OTHER)
                                    .containsAll(TestStream.hex(List.of(after), kind -> true)));
            Await.until(
                    "the last frame",
                    () ->
                            player.received(MediaKind::isVideo)
                                    .containsAll(TestStream.hex(more, MediaKind::isVideo)));
            Await.until(
                    "the last sound",
                    () ->
                            player.received(MediaKind::isAudio)
                                    .containsAll(TestStream.hex(more, MediaKind::isAudio)));
        }
        TestStream first = late.get(0);
        assertThat(first.received(kind -> kind == MediaKind.OTHER))
                .doesNotContainAnyElementsOf(TestStream.hex(List.of(chat("before")), k -> true));
        for (TestStream player : late) {
            assertThat(player.received(MediaKind::isVideo))
                    .isEqualTo(first.received(MediaKind::isVideo));
            assertThat(player.received(MediaKind::isAudio))
                    .isEqualTo(first.received(MediaKind::isAudio));
            assertThat(player.received(kind -> kind == MediaKind.OTHER))
                    .isEqualTo(first.received(kind -> kind == MediaKind.OTHER));
        }
    }
}
