package org.altocumulus.protocol.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkConnectionTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final RecordingHandler handler = new RecordingHandler();
    private final OriginLinkSession origin =
            OriginLinkSession.accepted(originSettings(), security(null, 3), true, handler, 0);

    @BeforeEach
    void open() {
        String hello = LinkDocumentation.block("frame").get(0);
        String register =
                "REGISTER id=2 advertise=10.0.0.1:1935 capacity=0 fingerprint=" + "0".repeat(64);
        type(origin, hello + "\n" + register + "\n", 0);
        assertThat(written(origin, 0)).contains("REGISTERED id=2");
        handler.calls.clear();
    }

    @Test
    void anAnswerRepeatsTheIdAndWithoutIdThereIsNone() {
        type(origin, "LOAD id=77 seq=1 clients=1\nLOAD seq=2 clients=2\nPING\nPING id=5\n", 0);
        assertThat(written(origin, 0)).isEqualTo("OK id=77\nPONG\nPONG id=5\n");
        assertThat(handler.calls).containsExactly("load 1", "load 2");
    }

    @Test
    void anUnknownVerbIsAnErrorAndNoDisconnect() {
        type(origin, "FLY id=3 to=moon\nPING id=4\n", 0);
        assertThat(written(origin, 0))
                .startsWith("ERROR id=3 reason=unknown-verb message=")
                .endsWith("\nPONG id=4\n");
        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void knownVerbsInTheWrongPlaceAreErrors() {
        type(origin, "HELLO id=1\nREGISTER id=2\nSEND id=3\nMEDIA id=4\nWELCOME id=5\n", 0);
        assertThat(written(origin, 0).lines())
                .hasSize(5)
                .allMatch(line -> line.contains(" reason=unexpected "));
    }

    @Test
    void valuesThatAreNotWhatTheyShouldBeAreErrorsThatSaySo() {
        type(origin, "LOAD id=3 seq=1 clients=lots\nLOAD id=4 seq=1\nWANT app=x name=\n", 0);
        assertThat(written(origin, 0).lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("id=3 reason=bad-value", "lots"),
                        line -> assertThat(line).contains("id=4 reason=bad-value", "clients"),
                        line -> assertThat(line).contains("ERROR reason=bad-value"));
        assertThat(handler.calls).isEmpty();
    }

    @Test
    void anErrorIsNeverAnswered() {
        type(origin, "ERROR\nERROR id=9 reason=who-knows message=%20\nOK id=7\nPONG\n", 0);
        assertThat(written(origin, 0)).isEmpty();
        assertThat(handler.calls).containsExactly("failed ", "failed who-knows");
    }

    @Test
    void aRefusalOfTheHandlerIsSentWithItsReason() {
        handler.refusal = new LinkRefusal(Reason.STREAM_TAKEN, "published at node edge-2");
        type(origin, "PUBLISH id=3 app=a name=b publication=p-1 age=0\n", 0);
        assertThat(written(origin, 0))
                .isEqualTo(
                        "ERROR id=3 reason=stream-taken message=published%20at%20node%20edge-2\n");
    }

    @Test
    void onlyAdvertisedAddressesAreProbed() {
        type(origin, "PROBE id=3 address=10.0.0.1:1935\nPROBE id=4 address=10.9.9.9:53\n", 0);
        assertThat(written(origin, 0))
                .startsWith("PROBED id=3 address=10.0.0.1:1935 answered=true\n")
                .contains("ERROR id=4 reason=bad-value");
        assertThat(handler.calls).containsExactly("probe /10.0.0.1:1935");
    }

    @Test
    void moreThanAHundredErrorsEndTheConnection() {
        type(origin, "X\n".repeat(100), 0);
        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
        type(origin, "X\nPING\n", 0);
        assertThat(written(origin, 0)).endsWith("message=more%20errors%20than%20are%20borne\n");
        assertThat(handler.calls).containsExactly("ended too-many-errors");
    }

    @Test
    void silenceIsPingedAndThenTheEnd() {
        assertThat(origin.delay(0)).isEqualTo(3 * SECOND);
        origin.tick(3 * SECOND);
        assertThat(written(origin, 3 * SECOND)).isEqualTo("PING\n");
        assertThat(origin.delay(3 * SECOND)).isEqualTo(3 * SECOND);

        type(origin, "\n", 4 * SECOND);
        origin.tick(4 * SECOND);
        assertThat(written(origin, 4 * SECOND)).isEmpty();
        assertThat(origin.silence(23 * SECOND)).isEqualTo(19 * SECOND);
        origin.tick(24 * SECOND - 1);
        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
        origin.tick(24 * SECOND);
        assertThat(handler.calls).containsExactly("ended silent");
        assertThat(origin.delay(24 * SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void timesMayBeNegativeAndWrapAround() {
        long start = Long.MAX_VALUE - SECOND;
        OriginLinkSession session =
                OriginLinkSession.accepted(
                        originSettings(), security(null, 3), true, handler, start);
        session.tick(start + 2 * SECOND);
        assertThat(session.state()).isEqualTo(LinkState.GREETING);
        assertThat(session.delay(start + 2 * SECOND)).isEqualTo(3 * SECOND);
        session.tick(start + 5 * SECOND);
        assertThat(session.state()).isEqualTo(LinkState.CLOSED);
    }

    @Test
    void theEndIsToldOnceWhoeverCausesIt() {
        type(origin, "BYE reason=shutdown\nLOAD seq=1 clients=1\n", 0);
        origin.disconnected(0);
        origin.close(Reason.SHUTDOWN, "again", 0);
        assertThat(handler.calls).containsExactly("ended shutdown");
        assertThat(written(origin, 0)).isEmpty();
        assertThat(origin.isDone()).isTrue();
    }

    @Test
    void aPeerThatDoesNotReadLosesItsConnection() {
        byte[] pings = "PING id=123456789012345678\n".repeat(1000).getBytes(UTF_8);
        for (int i = 0; i < 1000 && origin.state() == LinkState.OPEN; i++) {
            origin.receive(pings, 0, pings.length, 0);
        }
        assertThat(handler.calls).containsExactly("ended too-slow");
        assertThat(origin.isDone()).isTrue();
    }

    @Test
    void theHostIsToldWhenThereIsSomethingToWrite() {
        int[] told = {0};
        origin.onOutput(() -> told[0]++);
        origin.requestDrain(0);
        assertThat(told[0]).isEqualTo(1);
        assertThat(written(origin, 0)).isEqualTo("DRAIN\n");
        origin.close(Reason.SHUTDOWN, "the origin stops", 0);
        assertThat(told[0]).isEqualTo(3);
    }
}
