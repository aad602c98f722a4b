package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.GuessLimiter;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class PullServerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final StreamKey A = new StreamKey("live", "a");
    private static final Publication PUBLICATION = new Publication(A, "e1-1");
    private static final String TICKET = "0123456789abcdef".repeat(2);

    private final List<CheckAnswer> checks = new ArrayList<>();
    private Publication accepted;

    /** What is behind any position, or null. */
    private List<MediaFrame> missed;

    private final List<String> calls = new ArrayList<>();
    private final PullServer server = server(null, MediaQueueLimits.DEFAULT);

    private PullServer server(String secret, MediaQueueLimits queue) {
        EdgeLinkSettings settings = LinkPair.edgeSettings("e1", "1", 1935);
        return new PullServer(
                new EdgeLinkSettings(
                        settings.identity(), settings.registration(), settings.timing(), queue),
                security(secret, 1),
                new PullServer.Publisher() {
                    @Override
                    public boolean isPublished(Publication publication) {
                        return publication.token().startsWith("e1-");
                    }

                    @Override
                    public Publication accepted(StreamKey stream) {
                        return accepted;
                    }

                    @Override
                    public void replay(Publication publication) {
                        calls.add("replay " + publication);
                    }

                    @Override
                    public List<MediaFrame> missed(Publication publication, StreamPosition known) {
                        return known == null || !known.isOf(publication) ? null : missed;
                    }

                    @Override
                    public void left(Publication publication) {
                        calls.add("left " + publication);
                    }

                    @Override
                    public void lost(Publication publication, long now) {
                        calls.add("lost " + publication);
                    }

                    @Override
                    public void check(PublisherCheck check, CheckAnswer answer, long now) {
                        calls.add("check " + check.publication() + " for " + check.peer());
                        checks.add(answer);
                    }
                });
    }

    private static String hello(String node, String role) {
        return "HELLO id=1 versions=1-3 node="
                + node
                + " instance=1 software=test role="
                + role
                + " nonce="
                + "0".repeat(64)
                + '\n';
    }

    private static LinkConnection join(PullServer server, String node) {
        LinkConnection puller = server.accept(true, 0);
        type(puller, hello(node, "pull"), 0);
        assertThat(written(puller, 0)).startsWith("WELCOME id=1 version=3 auth=none node=e1 ");
        return puller;
    }

    @Test
    void whoGuessesTheSecretIsSlowedDownAndToldOfByAddress() {
        PullServer guarded = server("secret", MediaQueueLimits.DEFAULT);
        List<String> rejected = new ArrayList<>();
        guarded.onRejected((from, reason, message) -> rejected.add(from + ' ' + reason));
        InetSocketAddress far = HostPort.parseNumeric("10.0.0.9:4000");
        for (int i = 0; i < 2000; i++) {
            LinkConnection guess = guarded.accept(false, far, i);
            type(guess, hello("e2", "pull"), i);
            written(guess, i);
            type(guess, "AUTH id=2 mac=" + "0".repeat(64) + '\n', i);
            written(guess, i);
            assertThat(guess.state()).isEqualTo(LinkState.CLOSED);
        }
        assertThat(rejected)
                .filteredOn("10.0.0.9:4000 not-authenticated"::equals)
                .hasSize(GuessLimiter.BURST);
        assertThat(rejected)
                .filteredOn("10.0.0.9:4000 too-many"::equals)
                .hasSize(2000 - GuessLimiter.BURST);
    }

    @Test
    void anEdgeMayAskForACheckAndForNoMoreThanTheBoundAtATime() {
        LinkConnection puller = join(server, "e2");
        String peer = "ab".repeat(32);
        type(puller, "CHECK id=5 app=live name=a publication=e1-1 peer=" + peer + '\n', 0);
        assertThat(calls).containsExactly("check live/a (e1-1) for " + peer);
        assertThat(written(puller, 0)).isEmpty();
        for (int i = 1; i < PublisherCheck.MAX_PENDING; i++) {
            type(puller, "CHECK id=" + (5 + i) + " app=live name=a publication=e1-1\n", 0);
        }
        assertThat(written(puller, 0)).isEmpty();
        type(puller, "CHECK id=999 app=live name=a publication=e1-1\n", 0);
        assertThat(written(puller, 0)).startsWith("ERROR id=999 reason=too-many ");
        checks.get(0).answered(true, SECOND);
        checks.get(1).answered(false, SECOND);
        assertThat(written(puller, SECOND)).isEqualTo("OK id=5 free=true\nOK id=6 free=false\n");
        type(puller, "CHECK id=1000 app=live name=a publication=e1-1\n", SECOND);
        assertThat(checks).hasSize(PublisherCheck.MAX_PENDING + 1);
        puller.disconnected(SECOND);
        checks.get(2).answered(true, SECOND);
    }

    private static void offer(PullServer server, String node, String ticket, long now) {
        server.offer(new PullOffer(PUBLICATION, node, ticket), now);
    }

    private static String want(String token, String ticket) {
        return "WANT id=9 app=live name=a publication=" + token + " ticket=" + ticket + '\n';
    }

    private static String want(LinkConnection puller, String token, String ticket) {
        type(puller, want(token, ticket), 0);
        return written(puller, 0);
    }

    private static MediaFrame frame(long sequence, MediaKind kind, int size) {
        return new MediaFrame(A, sequence, 9, 0, kind, new byte[size]);
    }

    private void media(PullServer from, long sequence, MediaKind kind, int size, long now) {
        from.media(PUBLICATION, frame(sequence, kind, size), now);
    }

    @Test
    void aTicketIsGoodOnceForItsEdgeAndPublication() {
        LinkConnection puller = join(server, "e2");
        LinkConnection other = join(server, "e3");
        offer(server, "e2", TICKET, 0);
        assertThat(want(other, "e1-1", TICKET)).startsWith("ERROR id=9 reason=not-offered");
        assertThat(want(puller, "e1-2", TICKET)).startsWith("ERROR id=9 reason=not-offered");
        assertThat(want(puller, "e1-1", TICKET))
                .isEqualTo("OK id=9\nSTART app=live name=a publication=e1-1\n");
        assertThat(calls).containsExactly("replay live/a (e1-1)");
        assertThat(want(puller, "e1-1", TICKET)).isEmpty();
        server.tick(3 * SECOND);
        assertThat(written(puller, 3 * SECOND)).contains("ERROR id=9 reason=not-offered");
    }

    @Test
    void whoTellsWhatItHasGetsWhatIsBehindThatInsteadOfARepetition() {
        LinkConnection puller = join(server, "e2");
        accepted = PUBLICATION;
        missed = List.of(frame(8, MediaKind.INTER, 0), frame(9, MediaKind.VIDEO_CONFIG, 0));
        type(puller, "WANT id=3 app=live name=a known=e1-1 after=7\n", 0);
        assertThat(written(puller, 0))
                .containsSubsequence("OK id=3", "START ", " seq=8 ", " seq=9 ");
        assertThat(calls).isEmpty();
        // Others have a repetition sent.
        server.replaying(PUBLICATION, 9);
        media(server, 1, MediaKind.VIDEO_CONFIG, 0, 0);
        media(server, 5, MediaKind.KEY, 0, 0);
        media(server, 9, MediaKind.VIDEO_CONFIG, 0, 0);
        assertThat(written(puller, 0)).isEmpty();
        media(server, 10, MediaKind.INTER, 0, 0);
        assertThat(written(puller, 0)).contains(" seq=10 ");

        LinkConnection ticket = join(server, "e3");
        offer(server, "e3", TICKET, 0);
        type(ticket, want("e1-1", TICKET).replace("\n", " known=e1-1 after=7\n"), 0);
        assertThat(written(ticket, 0)).containsSubsequence("OK id=9", "START ", " seq=8 ");
        assertThat(calls).isEmpty();

        LinkConnection behind = join(server, "e4");
        missed = null;
        type(behind, "WANT id=3 app=live name=a known=e1-1 after=1\n", 0);
        assertThat(written(behind, 0)).endsWith("START app=live name=a publication=e1-1\n");
        assertThat(calls).containsExactly("replay live/a (e1-1)");
        type(behind, "WANT id=4 app=live name=a known=e1-1 after=-1\n", 0);
        assertThat(written(behind, 0)).startsWith("ERROR id=4 reason=bad-value");
    }

    @Test
    void aWantThatOvertakesItsOfferWaitsForItThreeSeconds() {
        LinkConnection puller = join(server, "e2");
        assertThat(want(puller, "e1-1", TICKET)).isEmpty();
        offer(server, "e2", TICKET, SECOND);
        assertThat(written(puller, SECOND)).startsWith("OK id=9\nSTART ");

        assertThat(want(puller, "e1-1", "f".repeat(32))).isEmpty();
        assertThat(server.delay(0)).isEqualTo(3 * SECOND);
        server.tick(3 * SECOND);
        assertThat(written(puller, 3 * SECOND)).contains("ERROR id=9 reason=not-offered");
    }

    @Test
    void aTicketIsGoodForTenSecondsAndTheOldestOfTooManyIsForgotten() {
        LinkConnection puller = join(server, "e2");
        offer(server, "e2", TICKET, -10 * SECOND);
        assertThat(want(puller, "e1-1", TICKET)).startsWith("ERROR id=9 reason=not-offered");
        offer(server, "e2", TICKET, 0);
        for (int i = 0; i < PullServer.MAX_OFFERS; i++) {
            offer(server, "e2", "%032x".formatted(i), 0);
        }
        assertThat(want(puller, "e1-1", TICKET)).isEmpty();
        assertThat(want(puller, "e1-1", "%032x".formatted(0))).startsWith("OK id=9\n");
    }

    @Test
    void nothingIsGivenThatIsNotPublishedHere() {
        LinkConnection puller = join(server, "e2");
        server.offer(new PullOffer(new Publication(A, "e7-1"), "e2", TICKET), 0);
        assertThat(want(puller, "e7-1", TICKET)).startsWith("ERROR id=9 reason=not-published");
        assertThat(calls).isEmpty();
    }

    @Test
    void aRepetitionForOnePullerGoesToNoOther() {
        LinkConnection first = join(server, "e2");
        LinkConnection second = join(server, "e3");
        offer(server, "e2", TICKET, 0);
        want(first, "e1-1", TICKET);
        media(server, 4, MediaKind.INTER, 1, 0);
        assertThat(written(first, 0)).isEmpty();
        server.replaying(PUBLICATION, 4);
        media(server, 1, MediaKind.KEY, 1, 0);
        media(server, 4, MediaKind.INTER, 1, 0);
        assertThat(written(first, 0)).contains("seq=1 ").contains("seq=4 ");

        offer(server, "e3", TICKET, 0);
        want(second, "e1-1", TICKET);
        server.replaying(PUBLICATION, 4);
        media(server, 1, MediaKind.KEY, 1, 0);
        media(server, 4, MediaKind.INTER, 1, 0);
        media(server, 5, MediaKind.INTER, 1, 0);
        assertThat(written(second, 0)).contains("seq=1 ").contains("seq=4 ").contains("seq=5 ");
        assertThat(written(first, 0)).contains("seq=5 ").doesNotContain("seq=1 ", "seq=4 ");
        server.end(PUBLICATION, 0);
        assertThat(written(first, 0)).isEqualTo("END app=live name=a publication=e1-1\n");
        assertThat(server.isPulled(PUBLICATION)).isFalse();
    }

    @Test
    void whoUnwantsOrLeavesIsGivenNoMore() {
        LinkConnection first = join(server, "e2");
        LinkConnection second = join(server, "e3");
        offer(server, "e2", TICKET, 0);
        want(first, "e1-1", TICKET);
        offer(server, "e3", TICKET, 0);
        want(second, "e1-1", TICKET);
        server.replaying(PUBLICATION, 0);
        type(first, "UNWANT app=live name=a publication=e1-1\n", 0);
        second.disconnected(0);
        media(server, 1, MediaKind.KEY, 1, 0);
        assertThat(written(first, 0)).isEmpty();
        assertThat(calls).endsWith("left live/a (e1-1)", "lost live/a (e1-1)");
        assertThat(server.isPulled(PUBLICATION)).isFalse();
    }

    @Test
    void aSlowPullerLosesFramesThenItsConnectionAndOthersNothing() {
        MediaQueueLimits small = new MediaQueueLimits(100_000, SECOND, SECOND, SECOND);
        PullServer bounded = server(null, small);
        LinkConnection slow = join(bounded, "e2");
        LinkConnection fast = join(bounded, "e3");
        for (String node : List.of("e2", "e3")) {
            offer(bounded, node, TICKET, 0);
            want(node.equals("e2") ? slow : fast, "e1-1", TICKET);
        }
        bounded.replaying(PUBLICATION, 0);
        int got = 0;
        for (int i = 0; i < 100; i++) {
            media(bounded, i, i % 10 == 0 ? MediaKind.KEY : MediaKind.INTER, 5000, 0);
            got += written(fast, 0).contains("seq=" + i + ' ') ? 1 : 0;
        }
        assertThat(got).isEqualTo(100);
        assertThat(bounded.dropped()).isBetween(70L, 99L);
        assertThat(slow.state()).isEqualTo(LinkState.OPEN);
        for (int i = 100; i < 130; i++) {
            media(bounded, i, MediaKind.DATA, 5000, 0);
            got += written(fast, 0).contains("seq=" + i + ' ') ? 1 : 0;
        }
        assertThat(got).isEqualTo(130);
        assertThat(slow.state()).isEqualTo(LinkState.CLOSED);
        assertThat(fast.state()).isEqualTo(LinkState.OPEN);
        assertThat(bounded.isPulled(PUBLICATION)).isTrue();
    }

    @Test
    void aFloodOfWantsIsBoundedForEachEdge() {
        LinkConnection hostile = join(server, "e2");
        LinkConnection other = join(server, "e3");
        for (int i = 0; i < PullServer.MAX_WAITING; i++) {
            type(hostile, want("e1-1", "%032x".formatted(i)), 0);
        }
        assertThat(written(hostile, 0)).isEmpty();
        for (int i = 0; i < 1000; i++) {
            type(hostile, want("e1-1", TICKET), 0);
            assertThat(written(hostile, 0)).startsWith("ERROR id=9 reason=too-many ");
        }
        assertThat(want(other, "e1-1", TICKET)).isEmpty();
        offer(server, "e3", TICKET, 0);
        assertThat(written(other, 0)).startsWith("OK id=9\n");
    }

    @Test
    void aWishWithoutATicketStandsUntilItIsTakenBack() {
        LinkConnection puller = join(server, "e2");
        type(puller, "WANT id=5 app=live name=a\n", 0);
        assertThat(written(puller, 0)).isEqualTo("OK id=5\n");
        accepted = PUBLICATION;
        server.published(PUBLICATION, 0);
        assertThat(written(puller, 0)).isEqualTo("START app=live name=a publication=e1-1\n");
        assertThat(calls).containsExactly("replay live/a (e1-1)");
        type(puller, "WANT id=6 app=live name=a\n", 0);
        assertThat(written(puller, 0)).isEqualTo("OK id=6\n");
        server.end(PUBLICATION, 0);
        assertThat(written(puller, 0)).startsWith("END ");
        accepted = new Publication(A, "e1-2");
        server.published(accepted, 0);
        assertThat(written(puller, 0)).isEqualTo("START app=live name=a publication=e1-2\n");
        // The wish ends, what flows goes on.
        type(puller, "UNWANT app=live name=a\n", 0);
        assertThat(server.isPulled(accepted)).isTrue();
        server.end(accepted, 0);
        written(puller, 0);
        server.published(new Publication(A, "e1-3"), 0);
        assertThat(written(puller, 0)).isEmpty();
    }

    @Test
    void wishesAreForThoseWhoHaveProvedThemselvesAndBounded() {
        LinkConnection proving = server("secret", MediaQueueLimits.DEFAULT).accept(true, 0);
        type(proving, hello("e2", "pull") + "WANT id=5 app=live name=a\n", 0);
        assertThat(written(proving, 0)).contains("ERROR id=5 reason=unexpected");
        LinkConnection puller = join(server, "e2");
        for (int i = 0; i < PullServer.MAX_WISHES; i++) {
            type(puller, "WANT id=5 app=live name=n" + i + '\n', 0);
        }
        assertThat(written(puller, 0)).doesNotContain("ERROR");
        type(puller, "WANT id=6 app=live name=a\n", 0);
        assertThat(written(puller, 0)).startsWith("ERROR id=6 reason=too-many ");
        type(puller, "UNWANT app=live name=n7\nWANT id=7 app=live name=a\n", 0);
        assertThat(written(puller, 0)).isEqualTo("OK id=7\n");
    }

    @Test
    void thoseWhoPullAreBoundedForWishesAndTickets() {
        accepted = PUBLICATION;
        for (int i = 0; i < PullServer.MAX_PULLING; i++) {
            LinkConnection puller = join(server, "n" + i);
            type(puller, "WANT id=5 app=live name=a\n", 0);
            assertThat(written(puller, 0)).contains("START ");
        }
        LinkConnection late = join(server, "e2");
        type(late, "WANT id=5 app=live name=a\n", 0);
        assertThat(written(late, 0)).isEqualTo("OK id=5\n");
        offer(server, "e2", TICKET, 0);
        assertThat(want(late, "e1-1", TICKET)).startsWith("ERROR id=9 reason=too-many");
    }

    @Test
    void strangersAreBoundedAndHaveFiveSeconds() {
        for (int i = 0; i < PullServer.MAX_STRANGERS; i++) {
            assertThat(server.accept(true, 0)).isNotNull();
        }
        assertThat(server.accept(true, 0)).isNull();
        server.tick(5 * SECOND);
        assertThat(server.accept(true, 5 * SECOND)).isNotNull();
    }

    @Test
    void pullersAreBounded() {
        for (int i = 0; i < PullServer.MAX_PULLERS; i++) {
            join(server, "n" + i);
        }
        LinkConnection tooMany = server.accept(true, 0);
        type(tooMany, hello("e2", "pull"), 0);
        assertThat(written(tooMany, 0)).startsWith("ERROR id=1 reason=too-many");
        join(server, "n7");
    }

    @Test
    void aNodeThatDialsAgainTakesItsOwnPlace() {
        LinkConnection before = join(server, "e2");
        LinkConnection after = join(server, "e2");
        assertThat(written(before, 0)).startsWith("BYE reason=replaced");
        offer(server, "e2", TICKET, 0);
        assertThat(want(after, "e1-1", TICKET)).startsWith("OK id=9\n");
    }

    @Test
    void onlyPullersAreServedAndTheySendNoMedia() {
        LinkConnection control = server.accept(true, 0);
        type(control, hello("e2", "control"), 0);
        assertThat(written(control, 0)).startsWith("ERROR id=1 reason=unexpected");
        LinkConnection puller = join(server, "e2");
        type(puller, "START app=live name=a publication=e2-1\n", 0);
        assertThat(written(puller, 0)).startsWith("ERROR reason=unexpected");

        OriginLinkSession origin =
                OriginLinkSession.accepted(
                        LinkPair.originSettings(),
                        security(null, 1),
                        true,
                        new RecordingHandler(),
                        0);
        type(origin, hello("e2", "pull"), 0);
        assertThat(written(origin, 0)).startsWith("ERROR id=1 reason=unexpected");
    }

    @Test
    void theSecretIsAskedForAndWithoutOneOnlyLoopbackIsServed() {
        LinkConnection far = server.accept(false, 0);
        type(far, hello("e2", "pull"), 0);
        assertThat(written(far, 0)).startsWith("ERROR id=1 reason=no-secret");
        LinkConnection proving = server("secret", MediaQueueLimits.DEFAULT).accept(true, 0);
        type(proving, hello("e2", "pull"), 0);
        assertThat(written(proving, 0)).startsWith("CHALLENGE id=1 version=3 ");
        type(proving, "AUTH id=2 mac=" + "0".repeat(64) + '\n', 0);
        assertThat(written(proving, 0)).startsWith("ERROR id=2 reason=not-authenticated");
        assertThat(proving.isDone()).isTrue();
    }
}
