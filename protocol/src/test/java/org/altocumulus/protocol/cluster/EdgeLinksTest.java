package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An edge with two origins. */
class EdgeLinksTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final StreamKey A = new StreamKey("live", "a");
    private static final Publication P1 = new Publication(A, "p-1");
    private static final Publication P2 = new Publication(A, "p-2");

    private final RecordingListener listener = new RecordingListener();
    private final EdgeLinks links =
            new EdgeLinks(
                    edgeSettings("edge-1", "8c1f", 1935),
                    security(null, 1),
                    new Random(2),
                    2,
                    listener,
                    listener,
                    0);
    private final OriginAtHand first = new OriginAtHand(links, 0, "o1");
    private final OriginAtHand second = new OriginAtHand(links, 1, "o2");

    @BeforeEach
    void start() {
        listener.links = links;
        links.start(0);
    }

    private void joinBoth() {
        first.join(0);
        second.join(0);
        first.told(0);
        second.told(0);
        listener.calls.clear();
    }

    private static MediaFrame frame(long sequence, MediaKind kind) {
        return new MediaFrame(A, sequence, 9, 40 * sequence, kind, new byte[] {1});
    }

    @Test
    void allOriginsAreDialledAtOnceAndOneThatFailsStopsNoOther() {
        assertThat(listener.calls).containsExactly("dial CONTROL", "dial CONTROL at 1");
        links.dialFailed(0, LinkRole.CONTROL, "connection refused", 0);
        second.join(0);
        assertThat(listener.calls).contains("left disconnected", "joined o2 at 1");
        assertThat(links.status(0))
                .extracting(EdgeLinkStatus::origin, EdgeLinkStatus::synced)
                .containsExactly(tuple("", false), tuple("o2", true));
        links.tick(SECOND);
        assertThat(listener.calls).endsWith("dial CONTROL");
    }

    @Test
    void eachOriginIsToldEverythingAndWhoDecides() {
        Publication publication = links.publish(A, 0);
        links.want(new StreamKey("live", "b"), 0);
        links.drain(0);
        second.join(0);
        first.join(0);
        assertThat(second.told(SECOND))
                .contains("publish " + publication + " 0", "want live/b", "draining", "synced")
                .endsWith("publish " + publication + " 0 decided by o1");
        assertThat(first.told(SECOND))
                .contains("publish " + publication + " 0", "draining", "synced")
                .doesNotContain("want live/b");
    }

    @Test
    void onlyTheWordOfTheOriginThatDecidesAccepts() {
        joinBoth();
        Publication publication = links.publish(A, 0);
        assertThat(second.told(0)).containsExactly("publish " + publication + " 0 decided by o1");
        assertThat(listener.calls).isEmpty();
        first.talk(0);
        assertThat(listener.calls).containsExactly("accepted " + publication);
    }

    @Test
    void whatOneOriginRefusesIsUnpublishedAtTheOthers() {
        joinBoth();
        first.handler.refusal = new LinkRefusal(Reason.STREAM_TAKEN, "older");
        Publication publication = links.publish(A, 0);
        first.talk(0);
        assertThat(listener.calls).containsExactly("refused " + publication + " stream-taken");
        assertThat(second.told(0))
                .containsExactly(
                        "publish " + publication + " 0 decided by o1", "unpublish " + publication);

        first.handler.refusal = null;
        Publication again = links.publish(A, 0);
        first.talk(0);
        second.talk(0);
        second.control.revoke(again, Reason.STREAM_TAKEN, "older", SECOND);
        second.talk(SECOND);
        assertThat(listener.calls).endsWith("refused " + again + " stream-taken");
        assertThat(first.told(SECOND)).endsWith("unpublish " + again);
    }

    @Test
    void whatAnOriginAdmitsAfterItHasRevokedItIsTakenBack() {
        joinBoth();
        Publication publication = links.publish(A, 0);
        second.talk(0);
        first.unsaid(0);
        first.leave(0);
        String again = second.unsaid(0);
        assertThat(again).startsWith("PUBLISH");
        second.control.revoke(publication, Reason.STREAM_TAKEN, "older", 0);
        second.handler.calls.clear();
        second.talk(0);
        LinkPair.type(second.control, again, 0);
        assertThat(second.told(0))
                .containsExactly("publish " + publication + " 0", "unpublish " + publication);
    }

    @Test
    void anOriginThatOnlyRepeatsCannotRefuseForReasonsOfItsOwn() {
        joinBoth();
        second.handler.refusal = new LinkRefusal(Reason.TOO_MANY, "full");
        Publication publication = links.publish(A, 0);
        second.talk(0);
        assertThat(listener.calls).isEmpty();
        first.talk(0);
        assertThat(listener.calls).containsExactly("accepted " + publication);
    }

    @Test
    void whenTheOriginThatDecidesIsLostTheNextIsAsked() {
        joinBoth();
        Publication publication = links.publish(A, 0);
        first.unsaid(0);
        second.told(0);
        first.leave(SECOND);
        assertThat(listener.calls).doesNotContain("accepted " + publication);
        assertThat(second.told(SECOND)).containsExactly("publish " + publication + " 1000");
        assertThat(listener.calls).endsWith("accepted " + publication);

        links.tick(2 * SECOND);
        first.join(3 * SECOND);
        assertThat(first.told(3 * SECOND)).contains("publish " + publication + " 3000");
        assertThat(second.told(4 * SECOND))
                .contains("publish " + publication + " 3000 decided by o1");
    }

    @Test
    void anOriginOfTheFirstVersionIsToldOfAPublicationOnce() {
        joinBoth();
        Publication publication = links.publish(A, 0);
        first.told(0);
        second.told(0);
        first.leave(0);
        second.leave(0);
        links.tick(SECOND);
        LinkConnection old = links.connected(1, LinkRole.CONTROL, true, SECOND);
        LinkPair.written(old, SECOND);
        LinkPair.type(
                old,
                """
                WELCOME id=1 version=1 auth=none node=o2 instance=1 software=old
                REGISTERED id=3 session=00112233445566778899aabbccddeeff
                """,
                SECOND);
        LinkPair.type(old, "OK id=5\nOK id=6\nOK id=7\n", SECOND);
        assertThat(LinkPair.written(old, SECOND))
                .containsOnlyOnce("PUBLISH")
                .contains("publication=" + publication.token());
        first.join(SECOND);
        assertThat(links.status(SECOND)).allMatch(EdgeLinkStatus::synced);
        assertThat(LinkPair.written(old, SECOND)).doesNotContain("PUBLISH");
    }

    @Test
    void aStreamIsPulledThroughTheFirstAndThroughTheNextWhenThatIsLost() {
        joinBoth();
        first.handler.known = P1;
        second.handler.known = P1;
        links.want(A, 0);
        assertThat(first.told(0)).containsExactly("want live/a");
        first.play(new StreamStart(P1), 0);
        first.play(frame(7, MediaKind.KEY), 0);
        assertThat(second.told(0)).isEmpty();

        first.leave(SECOND);
        assertThat(second.told(SECOND)).containsExactly("want live/a");
        second.play(new StreamStart(P1), SECOND);
        second.play(frame(7, MediaKind.KEY), SECOND);
        second.play(frame(8, MediaKind.INTER), SECOND);
        assertThat(listener.calls).containsOnlyOnce("started " + P1).doesNotContain("ended " + P1);
        assertThat(listener.frames).extracting(MediaFrame::sequence).containsExactly(7L, 8L);

        second.play(frame(11, MediaKind.KEY), SECOND);
        assertThat(links.mediaLost()).isEqualTo(2);
        links.tick(2 * SECOND);
        first.join(2 * SECOND);
        assertThat(first.told(2 * SECOND)).doesNotContain("want live/a");
        assertThat(links.pulledThrough(1)).containsExactly(A);
        StreamKey other = new StreamKey("live", "new");
        links.want(other, 2 * SECOND);
        assertThat(first.told(2 * SECOND)).containsExactly("want live/new");
    }

    @Test
    void anotherPublicationAtTheNextOriginEndsTheOneBefore() {
        joinBoth();
        first.handler.known = P1;
        second.handler.known = P2;
        links.want(A, 0);
        first.talk(0);
        first.play(new StreamStart(P1), 0);
        first.leave(0);
        second.talk(0);
        second.play(new StreamStart(P2), 0);
        assertThat(listener.calls)
                .endsWith("started " + P1, "left disconnected", "ended " + P1, "started " + P2);
    }

    @Test
    void aStreamThatAnOriginDoesNotKnowYetAfterItsReturnHasNotEnded() {
        joinBoth();
        first.handler.known = P1;
        links.want(A, 0);
        first.talk(0);
        first.play(new StreamStart(P1), 0);
        first.play(frame(1, MediaKind.KEY), 0);
        first.handler.known = null;
        first.leave(0);
        first.talk(0);
        second.talk(0);
        links.tick(Pulls.ABSENCE - 1);
        second.play(new StreamStart(P1), Pulls.ABSENCE - 1);
        second.play(frame(2, MediaKind.KEY), Pulls.ABSENCE - 1);
        links.tick(3 * Pulls.ABSENCE);
        assertThat(listener.calls).containsOnlyOnce("started " + P1).doesNotContain("ended " + P1);
        assertThat(listener.frames).extracting(MediaFrame::sequence).containsExactly(1L, 2L);
    }

    @Test
    void aStreamThatStaysUnknownAfterTheLossOfItsOriginEndsOnce() {
        joinBoth();
        first.handler.known = P1;
        links.want(A, 0);
        first.talk(0);
        first.play(new StreamStart(P1), 0);
        first.leave(0);
        second.talk(0);
        assertThat(links.delay(SECOND)).isLessThanOrEqualTo(Pulls.ABSENCE - SECOND);
        links.tick(Pulls.ABSENCE - 1);
        assertThat(listener.calls).doesNotContain("ended " + P1);
        links.tick(Pulls.ABSENCE);
        links.tick(3 * Pulls.ABSENCE);
        assertThat(listener.calls).containsOnlyOnce("ended " + P1);
    }

    @Test
    void aStreamWhoseEdgeIsLostToOneOriginGoesOnThroughTheOther() {
        joinBoth();
        first.handler.known = P1;
        second.handler.known = P1;
        links.want(A, 0);
        first.talk(0);
        first.play(new StreamStart(P1), 0);
        first.play(frame(1, MediaKind.KEY), 0);
        first.told(0);
        first.play(new StreamEnd(P1, true), 0);
        assertThat(first.told(0)).containsExactly("unwant live/a");
        assertThat(second.told(0)).containsExactly("want live/a");
        second.play(new StreamStart(P1), 0);
        second.play(frame(2, MediaKind.KEY), 0);
        assertThat(listener.calls).containsExactly("started " + P1);
        assertThat(listener.frames).hasSize(2);

        second.handler.known = null;
        first.handler.known = null;
        second.play(new StreamEnd(P1, true), 0);
        first.talk(0);
        second.talk(0);
        assertThat(listener.calls).containsExactly("started " + P1, "ended " + P1);
    }

    @Test
    void aStreamThatOnlyTheSecondOriginKnowsIsFoundThere() {
        joinBoth();
        second.handler.known = P1;
        links.want(A, 0);
        assertThat(first.told(0)).containsExactly("want live/a", "unwant live/a");
        assertThat(second.told(0)).containsExactly("want live/a");
        first.play(new StreamStart(P2), 0);
        assertThat(listener.calls).isEmpty();
        second.play(new StreamStart(P1), 0);
        assertThat(listener.calls).containsExactly("started " + P1);
    }

    @Test
    void aStreamThatNobodyKnowsIsWaitedForAtTheFirst() {
        joinBoth();
        links.want(A, 0);
        first.talk(0);
        second.talk(0);
        first.talk(0);
        assertThat(first.told(0)).containsExactly("want live/a", "unwant live/a", "want live/a");
        assertThat(second.told(0)).containsExactly("want live/a", "unwant live/a");
        assertThat(links.pulledThrough(0)).containsExactly(A);
        links.unwant(A, 0);
        assertThat(first.told(0)).containsExactly("unwant live/a");
        assertThat(second.told(0)).isEmpty();
    }

    @Test
    void anAnswerThatIsOlderThanAStartEndsNothing() {
        joinBoth();
        links.want(A, 0);
        // The origin knows of nothing yet; its answer is held up while the stream begins.
        type(first.control, first.unsaid(0), 0);
        first.play(new StreamStart(P1), 0);
        first.play(frame(0, MediaKind.KEY), 0);
        first.talk(0);
        second.talk(0);
        first.talk(0);
        first.play(frame(1, MediaKind.INTER), 0);
        assertThat(listener.calls).containsExactly("started " + P1);
        assertThat(listener.frames).extracting(MediaFrame::sequence).containsExactly(0L, 1L);
        assertThat(links.pulledThrough(0)).containsExactly(A);
    }

    @Test
    void anAnswerThatNamesThePublicationBeforeEndsNothing() {
        joinBoth();
        first.handler.known = P1;
        links.want(A, 0);
        type(first.control, first.unsaid(0), 0);
        first.play(new StreamStart(P1), 0);
        first.play(new StreamEnd(P1), 0);
        first.play(new StreamStart(P2), 0);
        first.talk(0);
        first.play(frame(0, MediaKind.KEY), 0);
        assertThat(listener.calls).containsExactly("started " + P1, "ended " + P1, "started " + P2);
        assertThat(listener.frames).hasSize(1);
    }

    @Test
    void aStreamWhoseEdgeIsLostBeforeItBeganIsLookedForAtTheOther() {
        joinBoth();
        first.handler.known = P1;
        second.handler.known = P1;
        links.want(A, 0);
        first.told(0);
        first.play(new StreamEnd(P1, true), 0);
        assertThat(first.told(0)).containsExactly("unwant live/a");
        assertThat(second.told(0)).containsExactly("want live/a");
        second.play(new StreamStart(P1), 0);
        assertThat(listener.calls).containsExactly("started " + P1);
    }

    @Test
    void whatEveryOriginHasLostIsLookedForAgainWhenOneKnowsOfIt() {
        joinBoth();
        first.handler.known = P1;
        links.want(A, 0);
        first.told(0);
        first.play(new StreamEnd(P1, true), 0);
        first.told(0);
        second.told(0);
        // It waits at the first again, which hears of the edge once more, and loses it once more.
        assertThat(first.told(0)).containsExactly("want live/a");
        second.handler.known = P1;
        first.play(new StreamEnd(P1, true), 0);
        first.talk(0);
        assertThat(second.told(0)).containsExactly("want live/a");
    }

    @Test
    void aPublicationIsDecidedAfterPublishHasReturnedThoughThatEndsTheConnection() {
        first.join(0);
        listener.calls.clear();
        long now = first.fill(0);
        Publication publication = links.publish(A, now);
        assertThat(listener.calls).containsExactly("left too-slow");
        links.tick(now);
        assertThat(listener.calls).contains("accepted " + publication);
    }

    @Test
    void aDrainIsKnownWhenAllOriginsThatAreThereHaveAnswered() {
        List<Long> known = new ArrayList<>();
        links.drain(known::add, 0);
        assertThat(known).as("nobody can be told").containsExactly(0L);
        joinBoth();
        links.drain(known::add, SECOND);
        first.talk(SECOND);
        assertThat(known).hasSize(1);
        second.talk(2 * SECOND);
        assertThat(known).containsExactly(0L, 2 * SECOND);
    }

    @Test
    void mediaGoToTheOriginsThatAskedOnceEach() {
        joinBoth();
        Publication publication = links.publish(A, 0);
        first.talk(0);
        second.talk(0);
        first.control.requestMedia(publication, 0);
        first.talk(0);
        links.media(frame(0, MediaKind.VIDEO_CONFIG), 0);
        links.media(frame(1, MediaKind.KEY), 0);
        assertThat(first.heard(0)).hasSize(3);
        assertThat(second.heard(0)).isEmpty();

        listener.links = null;
        second.control.requestMedia(publication, 0);
        second.talk(0);
        links.media(frame(2, MediaKind.INTER), 0);
        links.replaying(A);
        for (int i = 0; i < 4; i++) {
            MediaKind kind = i == 0 ? MediaKind.VIDEO_CONFIG : i == 1 ? MediaKind.KEY : null;
            links.media(frame(i, kind == null ? MediaKind.INTER : kind), 0);
        }
        assertThat(sequences(first.heard(0))).as("no repetition").containsExactly(2L, 3L);
        assertThat(sequences(second.heard(0))).containsExactly(0L, 1L, 2L, 3L);

        links.unpublish(publication, 0);
        assertThat(first.heard(0)).containsExactly(new StreamEnd(publication));
        assertThat(second.heard(0)).containsExactly(new StreamEnd(publication));
    }

    private static List<Long> sequences(List<StreamEvent> events) {
        List<Long> sequences = new ArrayList<>();
        for (StreamEvent event : events) {
            if (event instanceof MediaFrame frame) {
                sequences.add(frame.sequence());
            }
        }
        return sequences;
    }

    @Test
    void anOriginThatIsListedTwiceIsJoinedOnce() {
        OriginAtHand again = new OriginAtHand(links, 1, "o1");
        first.join(0);
        again.connect(0);
        again.talk(0);
        assertThat(listener.calls).endsWith("left node-in-use at 1");
        assertThat(again.handler.calls).isEmpty();
        assertThat(links.status(0).get(0).synced()).isTrue();
    }

    @Test
    void anAnnouncementOfAnySizeFitsInTheConnection() {
        List<Publication> publications = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            publications.add(links.publish(new StreamKey("live", "x".repeat(700) + i), 0));
        }
        first.connect(0);
        first.talk(0);
        assertThat(first.control.state()).isEqualTo(LinkState.OPEN);
        assertThat(first.handler.calls).contains("synced").hasSize(20_004);
        assertThat(links.status(0).get(0).synced()).isTrue();
        assertThat(listener.calls).contains("accepted " + publications.get(19_999));
    }

    @Test
    void whatIsPublishedAllAtOnceIsToldAsTheOriginAnswers() {
        first.join(0);
        first.told(0);
        for (int i = 0; i < 20_000; i++) {
            links.publish(new StreamKey("live", "x".repeat(700) + i), 0);
            links.want(new StreamKey("live", "y".repeat(700) + i), 0);
        }
        assertThat(first.told(0)).hasSize(40_000);
        assertThat(links.status(0).get(0).registered()).isTrue();
    }

    @Test
    void anOriginThatAnswersNothingIsToldOnlyAPart() {
        for (int i = 0; i < 20_000; i++) {
            links.publish(new StreamKey("live", "x".repeat(700) + i), 0);
        }
        LinkConnection edge = links.connected(0, LinkRole.CONTROL, true, 0);
        LinkPair.written(edge, 0);
        LinkPair.type(
                edge,
                """
                WELCOME id=1 version=2 auth=none node=o1 instance=1 software=x
                REGISTERED id=3 session=00112233445566778899aabbccddeeff
                """,
                0);
        assertThat(edge.state()).isEqualTo(LinkState.OPEN);
        assertThat(LinkPair.written(edge, 0).lines().filter(l -> l.startsWith("PUBLISH")))
                .hasSizeBetween(Announcements.WINDOW - 10, Announcements.WINDOW);
    }
}
