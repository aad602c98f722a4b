package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LineRateTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static OriginLinkSession open() {
        OriginLinkSession origin =
                OriginLinkSession.accepted(
                        originSettings(), security(null, 3), true, new RecordingHandler(), 0);
        LinkPair.type(origin, LinkDocumentation.block("frame").get(0) + "\n", 0);
        written(origin, 0);
        return origin;
    }

    private static void type(OriginLinkSession origin, int lines, long now) {
        LinkPair.type(origin, "PONG\n".repeat(lines), now);
    }

    @Test
    void whatAnEdgeAnnouncesWhenItJoinsIsReadAtOnce() {
        OriginLinkSession origin = open();
        type(origin, 19_000, 0);
        assertThat(origin.pause(0)).isZero();
    }

    @Test
    void aFloodIsReadMoreSlowlyAndNotRefused() {
        OriginLinkSession origin = open();
        type(origin, 30_000, 0);
        long pause = origin.pause(0);
        assertThat(pause).isBetween(SECOND, SECOND + SECOND / 100);
        assertThat(origin.pause(pause)).isZero();
        type(origin, 10_000, pause);
        assertThat(origin.pause(pause)).isEqualTo(SECOND);
        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void afterSomeQuietThereIsRoomForABurstAgain() {
        OriginLinkSession origin = open();
        type(origin, 30_000, 0);
        type(origin, 19_000, 4 * SECOND);
        assertThat(origin.pause(4 * SECOND)).isZero();
    }

    @Test
    void linesThatAreNoFramesCountToo() {
        OriginLinkSession origin = open();
        LinkPair.type(origin, "nonsense\n".repeat(90), 0);
        long before = origin.pause(0);
        type(origin, 30_000, 0);
        assertThat(origin.pause(0) - before).isGreaterThan(SECOND);
    }

    @Test
    void aTlsHandshakeIsKnownByItsFirstByteAndSaidToBeOne() {
        OriginLinkSession origin =
                OriginLinkSession.accepted(
                        originSettings(), security(null, 3), true, new RecordingHandler(), 0);
        LinkPair.type(origin, "\u0016\u0003\u0001", 0);
        assertThat(written(origin, 0)).startsWith("BYE reason=tls ");
        assertThat(origin.isDone()).isTrue();
    }
}
