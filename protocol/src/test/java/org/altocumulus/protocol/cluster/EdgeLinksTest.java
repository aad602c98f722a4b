package org.altocumulus.protocol.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

/** What an edge with two origins tells them, and what it takes from them. */
class EdgeLinksTest extends EdgeWithTwoOrigins {
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
