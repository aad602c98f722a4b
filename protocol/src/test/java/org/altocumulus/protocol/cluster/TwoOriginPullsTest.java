package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

/** Through which of two origins an edge pulls a stream, and when one that it plays is over. */
class TwoOriginPullsTest extends EdgeWithTwoOrigins {
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
}
