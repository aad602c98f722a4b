package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Field case 107: a publisher that is killed without a close loses its name to the next one that
 * asks, wherever that is, and the players of all edges go on.
 */
@Tag("long")
@Timeout(180)
class TakeoverAcrossNodesTest {
    private static final String FILE =
            Path.of("src/main/resources/org/altocumulus/cli/demo/test-pattern.flv").toString();

    /** Three seconds of silence, and what a busy machine adds. */
    private static final long BOUND = TimeUnit.SECONDS.toNanos(12);

    @ParameterizedTest
    @CsvSource({"0, on, true", "1, on, true", "2, off, true", "0, on, false", "2, on, false"})
    void thePlayersOfAllEdgesGoOnWithTheNextPublisher(int edge, String direct, boolean origin)
            throws Exception {
        try (TestCluster cluster = TestCluster.of(3, "link.direct = " + direct)) {
            List<TestStream> players = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                players.add(TestStream.playing(connect(cluster, i), "show"));
            }
            kill(cluster, players);
            if (!origin) {
                cluster.stopOrigin();
            }
            long asked = System.nanoTime();
            TestStream next = TestStream.on(connect(cluster, edge));
            next.publish("show");
            next.awaitStatus(StatusCode.PUBLISH_START, 1);
            assertThat(System.nanoTime() - asked).isLessThan(BOUND);
            assertThat(next.count(StatusCode.PUBLISH_BAD_NAME)).isZero();
            List<RtmpMessage> sent = TestMedia.generated(31, 60);
            next.send(TestMedia.head(sent));
            for (TestStream player : players) {
                Await.until("the next key frame", () -> got(player, TestMedia.head(sent)));
            }
            next.send(TestMedia.rest(sent));
            for (TestStream player : players) {
                Await.until("all of the next publisher", () -> got(player, sent));
                assertThat(player.isClosed()).isFalse();
            }
            if (!origin) {
                cluster.startOrigin();
                cluster.awaitReady(3);
                List<RtmpMessage> more = TestMedia.generated(32, 10);
                next.send(more);
                for (TestStream player : players) {
                    Await.until("what comes later", () -> got(player, more));
                }
                assertThat(next.count(StatusCode.PUBLISH_BAD_NAME)).isZero();
            }
        }
    }

    private static ClientConnection connect(TestCluster cluster, int edge) throws Exception {
        return cluster.connect(cluster.address(cluster.edge(edge)));
    }

    /** A publisher at the first edge, up to its end by SIGKILL when all players have its frames. */
    private static void kill(TestCluster cluster, List<TestStream> players) throws Exception {
        String at = HostPort.format(cluster.address(cluster.edge(0)));
        String url = "rtmfp://" + at + '/' + TestCluster.APPLICATION + "/show";
        try (TestProcess publisher = TestProcess.start("publish", "--loop", url, FILE)) {
            publisher.await("publishing show at .*");
            for (TestStream player : players) {
                player.awaitMedia(MediaKind::isVideo, 10);
            }
            publisher.kill();
            publisher.exitCode();
        }
    }

    /** Whether the last video of those has come; times may be moved. */
    private static boolean got(TestStream player, List<RtmpMessage> messages) {
        List<String> expected = payloads(TestStream.hex(messages, MediaKind::isVideo));
        return payloads(player.received(MediaKind::isVideo))
                .contains(expected.get(expected.size() - 1));
    }

    private static List<String> payloads(List<String> messages) {
        return messages.stream().map(hex -> hex.substring(2 * RtmpMessage.HEADER_SIZE)).toList();
    }
}
