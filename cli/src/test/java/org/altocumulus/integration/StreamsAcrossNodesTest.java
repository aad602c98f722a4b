package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.LivePublisher;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that cross edges, through one cluster that all tests share. */
@Timeout(180)
class StreamsAcrossNodesTest {
    private static final int FRAMES = 60;

    private static TestCluster cluster;
    private static ClientConnection atOrigin;
    private static ClientConnection atFirst;
    private static ClientConnection atSecond;

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.of(0);
        // While there is no edge the origin takes clients itself.
        atOrigin = cluster.connect();
        atFirst = cluster.connect(cluster.address(cluster.addEdge("")));
        atSecond = cluster.connect(cluster.address(cluster.addEdge("")));
        cluster.awaitReady(2);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @Test
    void theClientsAreWhereTheTestsWantThem() {
        assertThat(atOrigin.server()).isEqualTo(cluster.originAddress());
        assertThat(atFirst.server()).isEqualTo(cluster.address(cluster.edge(0)));
        assertThat(atSecond.server()).isEqualTo(cluster.address(cluster.edge(1)));
    }

    @Test
    void whatIsPublishedAtAnEdgeArrivesAtAllNodesByteForByte() throws Exception {
        assertArrivesEverywhere("of edge", atFirst, TestMedia.generated(1, FRAMES));
    }

    @Test
    void whatIsPublishedAtTheOriginArrivesAtAllNodesByteForByte() throws Exception {
        assertArrivesEverywhere("of origin", atOrigin, TestMedia.generated(2, FRAMES));
    }

    @Test
    void thePictureOfTheDemoArrivesAtAllNodesByteForByte() throws Exception {
        assertArrivesEverywhere("test pattern", atSecond, TestMedia.testPattern());
    }

    /** The end of a stream must not overtake its last frames, which are on other flows. */
    @Test
    void aPublishedFileArrivesToItsEnd() throws Exception {
        TestStream player = TestStream.playing(atSecond, "file");
        LivePublisher publisher = new LivePublisher();
        List<RtmpMessage> file = TestMedia.generated(10, 25);
        publisher.run(
                Await.result(atFirst.createStream(publisher)), "file", TestMedia.source(file));
        player.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);
        List<String> last = TestStream.hex(file.subList(file.size() - 2, file.size()), k -> true);
        Await.until(
                "the last video", () -> endsWith(player.received(MediaKind::isVideo), last.get(0)));
        Await.until(
                "the last audio", () -> endsWith(player.received(MediaKind::isAudio), last.get(1)));
        player.close();
    }

    /** The players are there before the stream is. */
    private static void assertArrivesEverywhere(
            String name, ClientConnection publisher, List<RtmpMessage> sent) throws Exception {
        List<TestStream> players = new ArrayList<>();
        for (ClientConnection node : List.of(atFirst, atSecond, atOrigin)) {
            players.add(TestStream.playing(node, name));
        }
        TestStream published = TestStream.publishing(publisher, name);
        sendAll(published, sent, players);
        for (TestStream player : players) {
            assertReceived(player, sent);
        }
        closeAll(published, players);
    }

    @Test
    void theOriginTakesPartWhereverItIsBound() throws Exception {
        try (TestCluster everywhere = TestCluster.onAllAddresses()) {
            ClientConnection here = everywhere.connect();
            ClientConnection there = everywhere.connect(everywhere.address(everywhere.addEdge("")));
            everywhere.awaitReady(1);
            List<RtmpMessage> sent = TestMedia.generated(9, FRAMES);
            TestStream player = TestStream.playing(there, "from origin");
            TestStream published = TestStream.publishing(here, "from origin");
            sendAll(published, sent, List.of(player));
            assertReceived(player, sent);
        }
    }

    @Test
    void twoStreamsAtOnceInBothDirectionsDoNotMix() throws Exception {
        List<RtmpMessage> there = TestMedia.generated(3, FRAMES);
        List<RtmpMessage> back = TestMedia.generated(4, FRAMES);
        TestStream playsThere = TestStream.playing(atSecond, "there");
        TestStream playsBack = TestStream.playing(atFirst, "back");
        TestStream publishesThere = TestStream.publishing(atFirst, "there");
        TestStream publishesBack = TestStream.publishing(atSecond, "back");
        sendHead(publishesThere, there, List.of(playsThere));
        sendHead(publishesBack, back, List.of(playsBack));
        List<RtmpMessage> restThere = TestMedia.rest(there);
        List<RtmpMessage> restBack = TestMedia.rest(back);
        for (int i = 0; i < restThere.size(); i++) {
            publishesThere.send(restThere.get(i));
            publishesBack.send(restBack.get(i));
        }
        assertReceived(playsThere, there);
        assertReceived(playsBack, back);
        closeAll(publishesThere, List.of(publishesBack, playsThere, playsBack));
    }

    @Test
    void aLateJoinerBeginsWithConfigurationsAndTheLastKeyFrame() throws Exception {
        List<RtmpMessage> sent = TestMedia.generated(5, FRAMES);
        TestStream published = TestStream.publishing(atFirst, "late");
        TestStream witness = TestStream.playing(atSecond, "late");
        sendAll(published, sent, List.of(witness));
        assertReceived(witness, sent);
        TestMedia.awaitEndOfBeginning();

        TestStream late = TestStream.playing(atOrigin, "late");
        List<String> video = TestStream.hex(sent, MediaKind::isVideo);
        List<String> keys = TestStream.hex(sent, MediaKind::isKeyFrame);
        int lastKey = video.lastIndexOf(keys.get(keys.size() - 1));
        List<String> expected = new ArrayList<>();
        expected.add(video.get(0));
        expected.addAll(video.subList(lastKey, video.size()));
        late.awaitMedia(MediaKind::isVideo, expected.size());
        assertThat(late.received(MediaKind::isVideo)).isEqualTo(expected);

        List<RtmpMessage> more = TestMedia.rest(TestMedia.generated(6, FRAMES));
        published.send(more);
        expected.addAll(TestStream.hex(more, MediaKind::isVideo));
        late.awaitMedia(MediaKind::isVideo, expected.size());
        assertThat(late.received(MediaKind::isVideo)).isEqualTo(expected);
        List<String> audio = TestStream.hex(sent, MediaKind::isAudio);
        List<String> allAudio = new ArrayList<>(audio);
        allAudio.addAll(TestStream.hex(more, MediaKind::isAudio));
        Await.until(
                "the last audio",
                () ->
                        endsWith(
                                late.received(MediaKind::isAudio),
                                allAudio.get(allAudio.size() - 1)));
        List<String> heard = late.received(MediaKind::isAudio);
        assertThat(heard.get(0)).isEqualTo(audio.get(0));
        assertThat(heard.subList(1, heard.size()))
                .isEqualTo(allAudio.subList(allAudio.size() - heard.size() + 1, allAudio.size()));
        closeAll(published, List.of(witness, late));
    }

    /** Field case 121: the header of the first would have late viewers wait for sound. */
    @Test
    void aPublisherWithoutSoundLeavesLateViewersNoHeaderOfTheOneBefore() throws Exception {
        List<RtmpMessage> first = TestMedia.generated(41, 5);
        TestStream witness = TestStream.playing(atSecond, "silent");
        TestStream published = TestStream.publishing(atFirst, "silent");
        sendAll(published, first, List.of(witness));
        assertReceived(witness, first);
        published.close();
        witness.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);

        TestStream silent = TestStream.publishing(atFirst, "silent");
        silent.send(
                TestMedia.generated(42, 5).stream()
                        .filter(message -> MediaKind.of(message).isVideo())
                        .toList());
        for (ClientConnection node : List.of(atFirst, atSecond, atOrigin)) {
            TestStream late = TestStream.playing(node, "silent");
            late.awaitMedia(MediaKind::isKeyFrame, 1);
            assertThat(late.received(MediaKind::isAudio)).isEmpty();
            late.close();
        }
        closeAll(silent, List.of(witness));
    }

    private static boolean endsWith(List<String> list, String last) {
        return !list.isEmpty() && list.get(list.size() - 1).equals(last);
    }

    @Test
    void aStreamThatIsPublishedAgainElsewhereGoesOnForItsPlayers() throws Exception {
        List<RtmpMessage> before = TestMedia.generated(7, FRAMES);
        List<RtmpMessage> after = TestMedia.generated(8, FRAMES);
        TestStream player = TestStream.playing(atSecond, "again");
        TestStream published = TestStream.publishing(atFirst, "again");
        sendAll(published, before, List.of(player));
        assertReceived(player, before);
        published.close();
        published.awaitStatus(StatusCode.UNPUBLISH_SUCCESS, 1);
        player.awaitStatus(StatusCode.PLAY_UNPUBLISH_NOTIFY, 1);

        TestStream elsewhere = TestStream.publishing(atOrigin, "again");
        player.awaitStatus(StatusCode.PLAY_PUBLISH_NOTIFY, 2);
        List<RtmpMessage> both = new ArrayList<>(before);
        both.addAll(after);
        elsewhere.send(TestMedia.head(after));
        player.awaitMedia(MediaKind::isKeyFrame, keyFrames(before) + 1);
        elsewhere.send(TestMedia.rest(after));
        for (Predicate<MediaKind> kind :
                List.<Predicate<MediaKind>>of(MediaKind::isVideo, MediaKind::isAudio)) {
            List<String> sent = TestStream.hex(both, kind);
            player.awaitMedia(kind, sent.size());
            assertThat(withoutTimes(player.received(kind))).isEqualTo(withoutTimes(sent));
            assertThat(times(player.received(kind))).isSorted();
        }
        assertThat(player.gaps()).isZero();
        closeAll(elsewhere, List.of(player));
    }

    /** Messages in hex: two digits of the type, eight of the time. */
    private static List<String> withoutTimes(List<String> messages) {
        return messages.stream().map(hex -> hex.substring(0, 2) + hex.substring(10)).toList();
    }

    private static List<Long> times(List<String> messages) {
        return messages.stream().map(hex -> Long.parseLong(hex.substring(2, 10), 16)).toList();
    }

    @Test
    void aNameThatIsPublishedOnOneNodeIsABadNameOnTheOthers() throws Exception {
        TestStream published = TestStream.publishing(atFirst, "taken");
        for (ClientConnection node : List.of(atSecond, atOrigin)) {
            TestStream refused = TestStream.on(node);
            refused.publish("taken");
            refused.awaitStatus(StatusCode.PUBLISH_BAD_NAME, 1);
            assertThat(refused.count(StatusCode.PUBLISH_START)).isZero();
            assertThat(refused.statuses())
                    .extracting(Status::description)
                    .noneMatch(text -> text.contains("edge-") || text.contains("origin"));
        }
        published.close();
        published.awaitStatus(StatusCode.UNPUBLISH_SUCCESS, 1);
        Await.until(
                "the name is free",
                () -> {
                    TestStream next = TestStream.on(atSecond);
                    next.publish("taken");
                    Await.until("an answer", () -> !next.statuses().isEmpty());
                    next.close();
                    return next.count(StatusCode.PUBLISH_START) == 1;
                });
    }

    /** So that the beginning, which players get that waited, is over only after they are known. */
    private static void sendAll(
            TestStream publisher, List<RtmpMessage> messages, List<TestStream> players)
            throws Exception {
        sendHead(publisher, messages, players);
        publisher.send(TestMedia.rest(messages));
    }

    private static void sendHead(
            TestStream publisher, List<RtmpMessage> messages, List<TestStream> players)
            throws Exception {
        publisher.send(TestMedia.head(messages));
        for (TestStream player : players) {
            player.awaitMedia(MediaKind::isKeyFrame, 1);
        }
    }

    private static int keyFrames(List<RtmpMessage> messages) {
        return TestStream.hex(messages, MediaKind::isKeyFrame).size();
    }

    private static void assertReceived(TestStream player, List<RtmpMessage> sent) throws Exception {
        List<String> video = TestStream.hex(sent, MediaKind::isVideo);
        List<String> audio = TestStream.hex(sent, MediaKind::isAudio);
        player.awaitMedia(MediaKind::isVideo, video.size());
        player.awaitMedia(MediaKind::isAudio, audio.size());
        assertThat(player.received(MediaKind::isVideo)).isEqualTo(video);
        assertThat(player.received(MediaKind::isAudio)).isEqualTo(audio);
        assertThat(player.gaps()).isZero();
    }

    private static void closeAll(TestStream publisher, List<TestStream> others) {
        publisher.close();
        others.forEach(TestStream::close);
    }
}
