package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An edge that knows of others, and loses its origin. */
class StreamSearchTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final StreamKey A = new StreamKey("live", "a");
    private static final PeerId PEER = new PeerId(1, 2, 3, 4);
    private static final InetSocketAddress E1 = HostPort.parseNumeric("10.0.0.1:1937");
    private static final InetSocketAddress E2 = HostPort.parseNumeric("10.0.0.2:1937");

    private final RecordingListener listener = new RecordingListener();
    private final List<PullDial> dials = new ArrayList<>();
    private final EdgeLinks links =
            new EdgeLinks(
                    edgeSettings("edge-3", "8c1f", 1935),
                    security(null, 1),
                    new Random(2),
                    1,
                    listener,
                    listener,
                    0);
    private LinkConnection control;
    private OriginLinkSession origin;

    @BeforeEach
    void join() {
        listener.links = links;
        links.direct(dials::add);
        links.start(0);
        control = links.connected(0, LinkRole.CONTROL, true, 0);
        origin =
                OriginLinkSession.accepted(
                        originSettings(), security(null, 3), true, new RecordingHandler(), 0);
        exchange(control, origin, 0);
        tell(new OtherEdge("e1", E1));
        tell(new OtherEdge("e2", E2));
    }

    private void tell(OtherEdge edge) {
        origin.otherEdge(edge, 0);
        exchange(control, origin, 0);
    }

    private static LinkConnection open(PullDial dial, String node, long now) {
        LinkConnection connection = dial.connected(true, now);
        written(connection, now);
        type(
                connection,
                "WELCOME id=1 version=3 auth=none node=" + node + " instance=1 software=test\n",
                now);
        return connection;
    }

    private static String start(String token) {
        return "START app=live name=a publication=" + token + '\n';
    }

    @Test
    void nobodyIsDialledWhileTheOriginAnswers() {
        links.want(A, 0);
        exchange(control, origin, 0);
        links.tick(SECOND / 10);
        assertThat(dials).isEmpty();
    }

    @Test
    void allOthersAreAskedOnceTheOriginHasBeenSilentAndTheFirstStartCounts() {
        links.want(A, 0);
        links.tick(EdgeLink.SILENCE - 1);
        assertThat(dials).isEmpty();
        links.tick(EdgeLink.SILENCE);
        assertThat(dials).extracting(PullDial::address).containsExactlyInAnyOrder(E1, E2);
        LinkConnection first = open(dials.get(0), "e1", EdgeLink.SILENCE);
        LinkConnection second = open(dials.get(1), "e2", EdgeLink.SILENCE);
        assertThat(written(first, EdgeLink.SILENCE)).isEqualTo("WANT id=3 app=live name=a\n");
        assertThat(written(second, EdgeLink.SILENCE)).isEqualTo("WANT id=3 app=live name=a\n");
        type(first, "OK id=3\n" + start("e1-1"), EdgeLink.SILENCE);
        type(second, "OK id=3\n" + start("e2-1"), EdgeLink.SILENCE);
        assertThat(listener.calls).contains("started live/a (e1-1)");
        assertThat(written(second, EdgeLink.SILENCE))
                .isEqualTo("UNWANT app=live name=a publication=e2-1\n");

        // What the other edge has comes when this is over.
        type(first, "END app=live name=a publication=e1-1\n", SECOND);
        assertThat(written(first, SECOND)).isEqualTo("WANT id=4 app=live name=a\n");
        assertThat(written(second, SECOND)).isEqualTo("WANT id=4 app=live name=a\n");
        type(second, "OK id=4\n" + start("e2-1"), SECOND);
        assertThat(listener.calls).endsWith("ended live/a (e1-1)", "started live/a (e2-1)");
        assertThat(first.state()).isEqualTo(LinkState.OPEN);

        // The origin has been told of another publication: that waits for the end of this one.
        origin.source(
                new PullSource(new Publication(A, "e1-2"), "e1", E1, "ab".repeat(16)), SECOND);
        exchange(control, origin, SECOND);
        assertThat(written(second, SECOND)).isEmpty();
        assertThat(written(first, SECOND)).isEmpty();
        type(second, "END app=live name=a publication=e2-1\n", SECOND);
        assertThat(written(control, SECOND)).contains("UNWANT id=", "\nWANT id=");
    }

    @Test
    void whatTheOriginNamesGoesOnWithoutAWord() {
        links.want(A, 0);
        links.tick(EdgeLink.SILENCE);
        LinkConnection first = open(dials.get(0), "e1", EdgeLink.SILENCE);
        written(first, EdgeLink.SILENCE);
        type(first, "OK id=3\n" + start("e1-1"), EdgeLink.SILENCE);
        InetSocketAddress elsewhere = HostPort.parseNumeric("10.9.0.1:1937");
        origin.source(
                new PullSource(new Publication(A, "e1-1"), "e1", elsewhere, "ab".repeat(16)),
                SECOND);
        exchange(control, origin, SECOND);
        assertThat(written(first, SECOND)).isEmpty();
        assertThat(dials).hasSize(2);
        assertThat(listener.calls).containsOnlyOnce("started live/a (e1-1)");
    }

    /** The stream flows from e1, the origin is silent, and a client here wants the name. */
    private LinkConnection publishWhatFlows() {
        links.want(A, 0);
        links.tick(EdgeLink.SILENCE);
        LinkConnection first = open(dials.get(0), "e1", EdgeLink.SILENCE);
        written(first, EdgeLink.SILENCE);
        type(first, "OK id=3\n" + start("e1-1"), EdgeLink.SILENCE);
        links.publish(A, PEER, SECOND);
        links.tick(SECOND);
        assertThat(written(first, SECOND))
                .isEqualTo("CHECK id=4 app=live name=a publication=e1-1 peer=" + PEER + '\n');
        assertThat(listener.calls).noneMatch(call -> call.matches("(accepted|refused).*"));
        return first;
    }

    @Test
    void withoutAnOriginTheEdgeThatPublishesIsAskedBeforeAnotherPublisherIsRefused() {
        LinkConnection first = publishWhatFlows();
        type(first, "OK id=4 free=false\n", 2 * SECOND);
        assertThat(listener.calls).endsWith("refused live/a (8c1f-1) stream-taken");
        links.publish(A, PEER, 3 * SECOND);
        links.tick(3 * SECOND);
        assertThat(written(first, 3 * SECOND)).startsWith("CHECK id=5 ");
        type(first, "ERROR id=5 reason=unexpected\n", 3 * SECOND);
        assertThat(listener.calls).endsWith("refused live/a (8c1f-2) stream-taken");
    }

    /** The answer and the end come different ways. */
    @Test
    void theNameIsGivenAwayThoughTheEndOfTheOtherPublicationComesLater() {
        LinkConnection first = publishWhatFlows();
        type(first, "OK id=4 free=true\n", 4 * SECOND);
        links.tick(4 * SECOND);
        assertThat(listener.calls).endsWith("accepted live/a (8c1f-1)");
        type(first, "END app=live name=a publication=e1-1\n", 4 * SECOND);
        assertThat(listener.calls).endsWith("ended live/a (e1-1)");
        assertThat(listener.calls).noneMatch(call -> call.startsWith("refused"));
    }

    @Test
    void anEdgeThatDoesNotAnswerTheCheckKeepsTheName() {
        LinkConnection first = publishWhatFlows();
        for (long at = SECOND; at < 7 * SECOND; at += SECOND / 2) {
            type(first, "PING\n", at);
            links.tick(at);
        }
        assertThat(listener.calls).contains("refused live/a (8c1f-1) stream-taken");
    }

    @Test
    void anEdgeThatIsNotReachedIsDialledAgainAfterLongerAndLongerPauses() {
        tell(new OtherEdge("e2", null));
        links.want(A, 0);
        control.disconnected(0);
        for (long at = 0; at < 60 * SECOND; at += SECOND / 50) {
            links.tick(at);
            for (PullDial dial : List.copyOf(dials.subList(0, dials.size()))) {
                dial.failed(at);
            }
        }
        assertThat(dials).extracting(PullDial::address).containsOnly(E1);
        assertThat(dials.size()).isBetween(8, 30);
        links.unwant(A, 60 * SECOND);
        assertThat(links.delay(60 * SECOND)).isGreaterThanOrEqualTo(0);
    }

    @Test
    void noMoreThanTheBoundOfEdgesIsKept() {
        for (int i = 0; i < 2 * StreamSearch.MAX_EDGES; i++) {
            tell(new OtherEdge("n" + i, new InetSocketAddress("10.1.0.1", 1 + i)));
        }
        links.want(A, 0);
        control.disconnected(0);
        links.tick(0);
        assertThat(dials).hasSize(StreamSearch.MAX_EDGES);
    }
}
