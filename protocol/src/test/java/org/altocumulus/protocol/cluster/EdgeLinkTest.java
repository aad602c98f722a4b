package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EdgeLinkTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final StreamKey A = new StreamKey("live", "a");
    private static final StreamKey B = new StreamKey("live", "b");

    private final RecordingHandler handler = new RecordingHandler();
    private final RecordingListener listener = new RecordingListener();
    private final EdgeLinks link =
            new EdgeLinks(
                    edgeSettings("edge-1", "8c1f", 1935),
                    security(null, 1),
                    new Random(2),
                    1,
                    listener,
                    listener,
                    0);

    private LinkConnection control;
    private LinkConnection media;
    private OriginLinkSession origin;

    @BeforeEach
    void answerReplays() {
        listener.links = link;
    }

    private List<String> join(long now) {
        control = link.connected(0, LinkRole.CONTROL, true, now);
        origin =
                OriginLinkSession.accepted(originSettings(), security(null, 3), true, handler, now);
        return exchange(control, origin, now);
    }

    private OriginLinkSession joinMedia(long now) {
        link.tick(now);
        media = link.connected(0, LinkRole.MEDIA, true, now);
        OriginLinkSession session =
                OriginLinkSession.accepted(originSettings(), security(null, 3), true, handler, now);
        exchange(media, session, now);
        assertThat(session.state()).isEqualTo(LinkState.OPEN);
        LinkConnection edge = media;
        edge.onOutput(() -> type(session, written(edge, now), now));
        return session;
    }

    private static MediaFrame frame(StreamKey stream, long sequence, MediaKind kind) {
        return new MediaFrame(stream, sequence, 9, 40 * sequence, kind, new byte[] {1, 2});
    }

    @Test
    void everythingIsAnnouncedAndThenSynced() {
        link.clients(3, 0);
        link.start(0);
        link.publish(A, 0);
        link.want(B, 0);
        link.drain(0);
        assertThat(link.status(4 * SECOND).get(0).reportAge()).isEmpty();
        join(5 * SECOND);

        assertThat(handler.calls)
                .containsExactly(
                        "register edge-1 [/10.0.0.1:1935]",
                        "probe /10.0.0.1:1935",
                        "load 3",
                        "publish live/a (8c1f-1) 5000",
                        "want live/b",
                        "draining",
                        "synced");
        assertThat(link.status(5 * SECOND).get(0).synced()).isTrue();
        assertThat(link.status(6 * SECOND).get(0).reportAge()).hasValue(SECOND);
    }

    @Test
    void loadIsReportedEveryTwoSecondsAndOnAJump() {
        link.start(0);
        join(0);
        handler.calls.clear();
        assertThat(link.delay(SECOND)).isEqualTo(0); // the media connection is to be dialled
        link.tick(SECOND);
        assertThat(link.delay(SECOND)).isEqualTo(SECOND);
        link.clients(100, SECOND);
        link.clients(104, SECOND);
        exchange(control, origin, SECOND);
        assertThat(handler.calls).containsExactly("load 100");

        link.tick(2 * SECOND);
        link.clients(105, 2 * SECOND);
        exchange(control, origin, 2 * SECOND);
        assertThat(handler.calls).containsExactly("load 100", "load 105");

        link.tick(4 * SECOND);
        exchange(control, origin, 4 * SECOND);
        assertThat(handler.calls).containsExactly("load 100", "load 105", "load 105");
    }

    @Test
    void anEdgeThatHasStoppedPullingSendsNothingButItsReport() {
        link.start(0);
        link.want(B, 0);
        join(0);
        OriginLinkSession ofMedia = joinMedia(0);
        media.onOutput(() -> {});
        link.unwant(B, SECOND);
        assertThat(exchange(control, origin, SECOND).get(0))
                .matches("> UNWANT id=[0-9]+ app=live name=b");
        int reports = 0;
        for (int at = 1; at <= 240; at++) {
            long now = SECOND + at * SECOND / 4;
            link.tick(now);
            origin.tick(now);
            ofMedia.tick(now);
            // The other connection only shows that it is alive.
            assertThat(exchange(media, ofMedia, now))
                    .allSatisfy(said -> assertThat(said).matches("[<>] P[IO]NG"));
            for (String said : exchange(control, origin, now)) {
                assertThat(said).matches("> LOAD id=[0-9]+ seq=[0-9]+ clients=0|< OK id=[0-9]+");
                reports += said.startsWith(">") ? 1 : 0;
            }
        }
        assertThat(reports).isEqualTo(30);
    }

    @Test
    void aPublicationIsAcceptedOrRefusedOnceByTheOrigin() {
        link.start(0);
        join(0);
        listener.calls.clear();
        Publication accepted = link.publish(A, 0);
        assertThat(listener.calls).isEmpty();
        exchange(control, origin, 0);
        assertThat(listener.calls).containsExactly("accepted " + accepted);

        handler.refusal = new LinkRefusal(Reason.STREAM_TAKEN, "elsewhere");
        Publication refused = link.publish(B, 0);
        exchange(control, origin, 0);
        assertThat(listener.calls)
                .containsExactly("accepted " + accepted, "refused " + refused + " stream-taken");
        link.unpublish(refused, 0);
        assertThat(written(control, 0)).isEmpty();
    }

    @Test
    void anEdgeAcceptsByItselfWhileTheOriginIsAwayOrDoesNotAnswer() {
        Publication first = link.publish(A, 0);
        assertThat(listener.calls).isEmpty();
        assertThat(link.delay(0)).isZero();
        link.tick(0);
        assertThat(listener.calls).containsExactly("accepted " + first);
        link.start(0);
        join(0);

        Publication second = link.publish(B, 0);
        written(control, 0);
        link.tick(EdgeLink.SILENCE - 1);
        assertThat(listener.calls).doesNotContain("accepted " + second);
        link.tick(EdgeLink.SILENCE);
        assertThat(listener.calls).contains("accepted " + second);

        origin.revoke(first, Reason.STREAM_TAKEN, "older elsewhere", 0);
        exchange(control, origin, 0);
        assertThat(listener.calls).contains("refused " + first + " stream-taken");
    }

    @Test
    void mediaFlowOnlyWhileTheyAreWanted() {
        link.start(0);
        join(0);
        joinMedia(0);
        Publication publication = link.publish(A, 0);
        exchange(control, origin, 0);
        link.media(frame(A, 0, MediaKind.KEY), 0);
        assertThat(handler.events).isEmpty();

        origin.requestMedia(publication, 0);
        exchange(control, origin, 0);
        link.media(frame(A, 1, MediaKind.INTER), 0);
        origin.stopMedia(publication, 0);
        exchange(control, origin, 0);
        link.media(frame(A, 2, MediaKind.INTER), 0);
        assertThat(listener.calls).contains("replay " + publication);
        assertThat(handler.events)
                .containsExactly(new StreamStart(publication), frame(A, 1, MediaKind.INTER));
    }

    @Test
    void theEndFollowsTheLastMessage() {
        link.start(0);
        join(0);
        joinMedia(0);
        Publication publication = link.publish(A, 0);
        exchange(control, origin, 0);
        origin.requestMedia(publication, 0);
        exchange(control, origin, 0);
        link.media(frame(A, 1, MediaKind.KEY), 0);
        link.unpublish(publication, 0);
        exchange(control, origin, 0);

        assertThat(handler.events).last().isEqualTo(new StreamEnd(publication));
        assertThat(handler.calls).last().isEqualTo("unpublish " + publication);
    }

    @Test
    void aNewMediaConnectionStartsWithARepetition() {
        link.start(0);
        join(0);
        OriginLinkSession first = joinMedia(0);
        Publication publication = link.publish(A, 0);
        exchange(control, origin, 0);
        origin.requestMedia(publication, 0);
        exchange(control, origin, 0);
        listener.calls.clear();
        first.close(Reason.SHUTDOWN, "", 0);
        type(media, written(first, 0), 0);
        assertThat(link.status(0).get(0).mediaOpen()).isFalse();

        link.tick(SECOND);
        assertThat(listener.calls).containsExactly("dial MEDIA");
        joinMedia(SECOND);
        assertThat(listener.calls).containsExactly("dial MEDIA", "replay " + publication);
    }

    @Test
    void theMediaConnectionGoesWithTheControlConnectionAndBothComeBack() {
        link.start(0);
        join(0);
        joinMedia(0);
        control.disconnected(SECOND);
        assertThat(listener.calls).last().isEqualTo("left disconnected");
        assertThat(link.status(SECOND).get(0).mediaOpen()).isFalse();

        long delay = link.delay(SECOND);
        assertThat(delay).isBetween(SECOND / 8, SECOND / 4);
        link.tick(SECOND + delay);
        assertThat(listener.calls).last().isEqualTo("dial CONTROL");
        join(2 * SECOND);
        joinMedia(2 * SECOND);
        assertThat(link.status(2 * SECOND).get(0).mediaOpen()).isTrue();
    }

    @Test
    void aConnectionThatNobodyWaitsForIsNotTaken() {
        link.start(0);
        assertThat(link.connected(0, LinkRole.MEDIA, true, 0)).isNull();
        join(0);
        assertThat(link.connected(0, LinkRole.CONTROL, true, 0)).isNull();
    }

    @Test
    void aDialThatFailsLateDisturbsNoConnectionThatWasMadeSince() {
        link.start(0);
        join(0);
        link.tick(0);
        control.disconnected(0);
        link.tick(SECOND);
        join(SECOND);
        joinMedia(SECOND);
        link.dialFailed(0, LinkRole.MEDIA, "timed out", SECOND);
        link.dialFailed(0, LinkRole.CONTROL, "timed out", SECOND);
        listener.calls.clear();
        link.tick(10 * SECOND);
        assertThat(listener.calls).isEmpty();
        assertThat(link.status(10 * SECOND).get(0).mediaOpen()).isTrue();
    }

    @Test
    void aRefusedRegistrationIsToldAndTriedAgain() {
        handler.refusal = new LinkRefusal(Reason.ADDRESS_IN_USE, "taken");
        link.start(0);
        join(0);
        assertThat(listener.calls).containsExactly("dial CONTROL", "left address-in-use");
        assertThat(control.isDone()).isTrue();
        link.tick(2 * SECOND);
        assertThat(listener.calls).last().isEqualTo("dial CONTROL");
    }

    @Test
    void retriesAreNeverMoreThanTwoSecondsApart() {
        link.start(0);
        long now = 0;
        for (int i = 0; i < 20; i++) {
            link.dialFailed(0, LinkRole.CONTROL, "connection refused", now);
            long delay = link.delay(now);
            assertThat(delay).isBetween(SECOND / 8, 2 * SECOND);
            assertThat(i < 5 || delay >= SECOND).isTrue();
            now += delay;
            link.tick(now);
        }
        assertThat(listener.calls).hasSize(41);
    }

    @Test
    void aSilentOriginIsLostAfterTwentySeconds() {
        link.start(0);
        join(0);
        for (long now = 0; now < 20 * SECOND; now += SECOND / 2) {
            link.tick(now);
        }
        assertThat(listener.calls).doesNotContain("left silent");
        link.tick(20 * SECOND);
        assertThat(listener.calls).contains("left silent");
    }

    @Test
    void closingSaysGoodbyeAndDialsNoMore() {
        link.start(0);
        join(0);
        joinMedia(0);
        link.close(0);
        assertThat(written(control, 0)).startsWith("BYE reason=shutdown");
        link.tick(60 * SECOND);
        assertThat(listener.calls).doesNotContain("left shutdown").endsWith("dial MEDIA");
        assertThat(link.delay(60 * SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anUnreachableAddressIsProbedAgain() {
        link.start(0);
        handler.reachable = false;
        join(0);
        assertThat(listener.calls).contains("probed false");
        handler.reachable = true;
        link.tick(10 * SECOND);
        exchange(control, origin, 10 * SECOND);
        assertThat(listener.calls).contains("probed true");
    }

    @Test
    void staleDialThatFailsLateLeavesTheMediaConnectionAlone() {
        link.start(0);
        join(0);
        link.tick(0);
        // The first dial for media hangs; the control connection is lost and made again.
        control.disconnected(SECOND);
        link.tick(4 * SECOND);
        join(4 * SECOND);
        OriginLinkSession first = joinMedia(4 * SECOND);
        link.dialFailed(0, LinkRole.MEDIA, "connection timed out", 5 * SECOND);
        link.tick(10 * SECOND);

        assertThat(link.connected(0, LinkRole.MEDIA, true, 10 * SECOND)).isNull();
        assertThat(first.state()).isEqualTo(LinkState.OPEN);
        media.disconnected(11 * SECOND);
        assertThat(link.status(11 * SECOND).get(0).mediaOpen()).isFalse();
        link.tick(15 * SECOND);
        joinMedia(15 * SECOND);
        assertThat(link.status(15 * SECOND).get(0).mediaOpen()).isTrue();
    }
}
