package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.netconnection.Refused;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thread stands still while more data comes for it than may wait: the stream ends for those
 * behind it and begins anew, whether they play it straight from the publisher's edge or through the
 * origin, and nobody stays without frames.
 */
@Timeout(180)
class RestartedStreamsTest {
    private static final int FRAMES = 60;
    private static final int LARGE = 1_900_000;

    /** More than twice the 4 MiB that may wait. */
    private static final int BLOBS = 6;

    private final List<RtmpMessage> before = TestMedia.generated(21, FRAMES);
    private final List<RtmpMessage> after = TestMedia.generated(22, FRAMES);
    private final CountDownLatch held = new CountDownLatch(1);
    private TestCluster cluster;
    private TestStream publisher;
    private TestStream beside;
    private TestStream direct;
    private TestStream relayed;

    @BeforeEach
    void play() throws Exception {
        cluster = TestCluster.of(2);
        cluster.addEdge("link.direct = off");
        cluster.awaitReady(3);
        publisher =
                TestStream.publishing(cluster.connect(cluster.address(cluster.edge(0))), "again");
        beside = player(0);
        direct = player(1);
        relayed = player(2);
        publisher.send(TestMedia.head(before));
        for (TestStream player : List.of(beside, direct, relayed)) {
            player.awaitMedia(MediaKind::isKeyFrame, 1);
        }
        assertThat(cluster.origin().relayedBytes()).isPositive();
    }

    @AfterEach
    void stop() {
        held.countDown();
        cluster.close();
    }

    private TestStream player(int edge) throws Exception {
        return TestStream.playing(cluster.connect(cluster.address(cluster.edge(edge))), "again");
    }

    @Test
    void theThreadOfThePublishersLinksStandsStill() throws Exception {
        holdLinks(cluster.edge(0));
        sendTooMuch(cluster.edge(0), List.of(beside));
        held.countDown();

        assertBeginsAnew(direct);
        assertBeginsAnew(relayed);
        sendRest(List.of(beside, direct, relayed));
        assertUntouched(List.of(beside));
        assertThat(publisher.count(StatusCode.PUBLISH_START)).isEqualTo(1);
    }

    @Test
    void theLoopOfPlayersStandsStillThatPullStraight() throws Exception {
        holdLoop(cluster.edge(1));
        sendTooMuch(cluster.edge(1), List.of(beside, relayed));
        held.countDown();

        assertBeginsAnew(direct);
        sendRest(List.of(beside, direct, relayed));
        assertUntouched(List.of(beside, relayed));
    }

    @Test
    void theLoopOfPlayersStandsStillThatPullThroughTheOrigin() throws Exception {
        holdLoop(cluster.edge(2));
        sendTooMuch(cluster.edge(2), List.of(beside, direct));
        held.countDown();

        assertBeginsAnew(relayed);
        sendRest(List.of(beside, direct, relayed));
        assertUntouched(List.of(beside, direct));
    }

    /** The thread of an edge's links does nothing until {@link #held}. */
    private void holdLinks(EdgeDaemon edge) throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        while (holding.getCount() > 0) {
            var unused =
                    edge.links()
                            .thenRun(
                                    () -> {
                                        // Here, if it was done before.
                                        if (Thread.currentThread().getName().startsWith("link")) {
                                            hold(holding);
                                        }
                                    });
            holding.await(100, TimeUnit.MILLISECONDS);
        }
    }

    /** So do the loops of its sessions, of which there is one. */
    private void holdLoop(EdgeDaemon edge) throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        edge.server().node().loops().get(0).execute(() -> hold(holding));
        holding.await();
    }

    private void hold(CountDownLatch holding) {
        holding.countDown();
        try {
            held.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Data until some of it does not fit at that edge, no faster than the others read. */
    private void sendTooMuch(EdgeDaemon edge, List<TestStream> others) throws Exception {
        for (int i = 0; i < BLOBS; i++) {
            publisher.send(List.of(blob(i)));
            for (TestStream other : others) {
                int sent = i + 1;
                Await.until("all data", () -> blobs(other) == sent, () -> blobs(other));
            }
        }
        Await.until("data does not fit", () -> overflows(edge) > 0, () -> overflows(edge));
    }

    private static long overflows(EdgeDaemon edge) {
        return edge.server().application().counters().of(Refused.HANDOVER_OVERFLOW);
    }

    private static RtmpMessage blob(int time) {
        return new DataMessage("onBlob", List.of(AmfValue.of("x".repeat(LARGE)))).encode(time);
    }

    private static void assertBeginsAnew(TestStream player) throws Exception {
        player.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);
        player.awaitStatus(StatusCode.PLAY_PUBLISH_NOTIFY, 2);
    }

    /** The publisher goes on, and all players get all of that from the next key frame on. */
    private void sendRest(List<TestStream> players) throws Exception {
        publisher.send(TestMedia.head(after));
        for (TestStream player : players) {
            Await.until("the next key frame", () -> has(player, TestMedia.head(after)));
        }
        List<RtmpMessage> rest = TestMedia.rest(after);
        publisher.send(rest);
        List<String> expected = payloads(rest);
        for (TestStream player : players) {
            Await.until("the rest", () -> has(player, rest));
            List<String> got = payloads(player.messages(MessageType.VIDEO));
            assertThat(got.subList(got.size() - expected.size(), got.size())).isEqualTo(expected);
            assertThat(player.isClosed()).isFalse();
        }
    }

    private static boolean has(TestStream player, List<RtmpMessage> sent) {
        List<String> expected = payloads(sent);
        return payloads(player.messages(MessageType.VIDEO))
                .contains(expected.get(expected.size() - 1));
    }

    /** Of video, without times, which may be moved where the stream began anew. */
    private static List<String> payloads(List<RtmpMessage> messages) {
        return new ArrayList<>(
                TestStream.hex(messages, MediaKind::isVideo).stream()
                        .map(hex -> hex.substring(2 * RtmpMessage.HEADER_SIZE))
                        .toList());
    }

    private static long blobs(TestStream player) {
        return player.messages(MessageType.DATA_AMF0).stream()
                .filter(message -> message.encoded().length > LARGE)
                .count();
    }

    private static void assertUntouched(List<TestStream> players) {
        for (TestStream player : players) {
            assertThat(player.count(StatusCode.PLAY_UNPUBLISH_NOTIFY)).isZero();
            assertThat(blobs(player)).isEqualTo(BLOBS);
        }
    }
}
