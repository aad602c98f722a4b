package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private final RecordingHandler handler = new RecordingHandler();
    private final RecordingListener listener = new RecordingListener();

    private EdgeLinks edge(String secret) {
        EdgeLinkSettings settings = edgeSettings("edge-1", "8c1f", 1935);
        EdgeLinks link =
                new EdgeLinks(
                        settings, security(secret, 1), new Random(2), 1, listener, listener, 0);
        link.start(0);
        return link;
    }

    private OriginLinkSession origin(String secret, boolean loopback) {
        return OriginLinkSession.accepted(
                originSettings(), security(secret, 3), loopback, handler, 0);
    }

    private static LinkConnection control(EdgeLinks edge, boolean loopback) {
        return edge.connected(0, LinkRole.CONTROL, loopback, 0);
    }

    @Test
    void bothEndsProveThatTheyKnowTheSecret() {
        EdgeLinks edge = edge("secret");
        OriginLinkSession origin = origin("secret", false);
        exchange(control(edge, false), origin, 0);

        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
        assertThat(edge.status(0).get(0).synced()).isTrue();
        assertThat(listener.calls)
                .containsExactly("dial CONTROL", "joined origin-1", "probed true");
        assertThat(handler.calls)
                .containsExactly(
                        "register edge-1 [/10.0.0.1:1935]",
                        "probe /10.0.0.1:1935",
                        "load 0",
                        "synced");
    }

    @Test
    void onLoopbackNoSecretIsNeeded() {
        EdgeLinks edge = edge(null);
        exchange(control(edge, true), origin(null, true), 0);
        assertThat(edge.status(0).get(0).registered()).isTrue();
    }

    @Test
    void withoutSecretBothEndsRefuseAllButLoopback() {
        LinkConnection edge = control(edge(null), false);
        assertThat(written(edge, 0)).startsWith("BYE reason=no-secret");
        assertThat(edge.isDone()).isTrue();

        OriginLinkSession origin = origin(null, false);
        exchange(control(edge("secret"), false), origin, 0);
        assertThat(origin.state()).isEqualTo(LinkState.CLOSED);
        assertThat(handler.calls).isEmpty();
        assertThat(listener.calls).contains("left no-secret");
    }

    @Test
    void anEdgeWithASecretTakesNoOriginWithoutOne() {
        LinkConnection connection = control(edge("secret"), true);
        exchange(connection, origin(null, true), 0);
        assertThat(connection.state()).isEqualTo(LinkState.CLOSED);
        assertThat(listener.calls).contains("left no-secret").doesNotContain("joined origin-1");
    }

    @Test
    void anEdgeWithoutSecretIsToldThatItNeedsOne() {
        LinkConnection connection = control(edge(null), true);
        exchange(connection, origin("secret", true), 0);
        assertThat(connection.state()).isEqualTo(LinkState.CLOSED);
        assertThat(listener.calls).contains("left no-secret");
        assertThat(handler.calls).isEmpty();
    }

    @Test
    void anotherSecretIsRefused() {
        LinkConnection connection = control(edge("guess"), false);
        exchange(connection, origin("secret", false), 0);
        assertThat(connection.state()).isEqualTo(LinkState.CLOSED);
        assertThat(listener.calls).contains("left not-authenticated");
        assertThat(handler.calls).isEmpty();
    }

    @Test
    void anOriginThatReflectsTheProofOfTheEdgeIsRefused() {
        LinkConnection connection = control(edge("secret"), false);
        written(connection, 0);
        String origin =
                " version=1 node=origin-1 instance=77ab software=x "
                        + "nonce=2021222324252627"
                        + "28292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";
        type(connection, "CHALLENGE id=1" + origin + "\n", 0);
        String mac = written(connection, 0).replaceAll(".*mac=(.*)\n", "$1");
        type(connection, "WELCOME id=2 auth=hmac-sha256" + origin + " mac=" + mac + "\n", 0);

        assertThat(mac).hasSize(64);
        assertThat(written(connection, 0)).startsWith("ERROR id=2 reason=not-authenticated");
        assertThat(connection.isDone()).isTrue();
    }

    @Test
    void aRecordedHandshakeCannotBePlayedAgain() {
        OriginLinkSession first = origin("secret", false);
        StringBuilder recorded = new StringBuilder();
        LinkConnection connection = control(edge("secret"), false);
        for (int i = 0; i < 3; i++) {
            String sent = written(connection, 0);
            recorded.append(sent);
            type(first, sent, 0);
            type(connection, written(first, 0), 0);
        }
        assertThat(first.state()).isEqualTo(LinkState.OPEN);

        OriginLinkSession second =
                OriginLinkSession.accepted(
                        originSettings(), security("secret", 4), false, handler, 0);
        type(second, recorded.toString(), 0);
        assertThat(second.state()).isEqualTo(LinkState.CLOSED);
        assertThat(written(second, 0)).contains("reason=not-authenticated");
    }

    @Test
    void aProofForOneRoleServesNoOther() throws LinkRefusal {
        LinkSecurity security = security("secret", 1);
        Challenge challenge = new Challenge(1, LinkPair.origin(), new byte[32]);
        EdgeLinkSettings settings = edgeSettings("edge-1", "8c1f", 1935);
        Hello control =
                new Hello(Versions.OURS, settings.identity(), LinkRole.CONTROL, "", new byte[32]);
        Hello media =
                new Hello(
                        Versions.OURS,
                        settings.identity(),
                        LinkRole.MEDIA,
                        "00".repeat(16),
                        new byte[32]);
        LinkSecurity.Which which = LinkSecurity.Which.CURRENT;
        byte[] proof = security.proof(which, HandshakeProof.Side.EDGE, control, challenge);

        assertThat(security.verify(proof, HandshakeProof.Side.EDGE, control, challenge))
                .isEqualTo(which);
        assertThat(security.verify(proof, HandshakeProof.Side.EDGE, media, challenge)).isNull();
        assertThat(security.verify(proof, HandshakeProof.Side.ORIGIN, control, challenge)).isNull();
    }

    @Test
    void theNewestCommonVersionIsTaken() throws LinkRefusal {
        assertThat(new Versions(1, 3).common(new Versions(2, 9))).isEqualTo(3);
        OriginLinkSession origin = origin(null, true);
        String hello =
                LinkDocumentation.block("frame").get(0).replace("versions=1", "versions=4-5");
        type(origin, hello + "\n", 0);
        assertThat(written(origin, 0)).startsWith("ERROR id=1 reason=no-common-version");
        assertThat(origin.isDone()).isTrue();

        OriginLinkSession next = origin(null, true);
        type(next, hello.replace("versions=4-5", "versions=1-4 colour=red") + "\n", 0);
        assertThat(written(next, 0)).startsWith("WELCOME id=1 version=3 ");
    }

    @Test
    void whoDoesNotFinishTheHandshakeInTimeIsClosed() {
        OriginLinkSession origin = origin("secret", false);
        long limit = TimeUnit.SECONDS.toNanos(5);
        assertThat(origin.delay(0)).isEqualTo(limit);
        type(origin, "\n", limit - 1);
        origin.tick(limit - 1);
        assertThat(origin.state()).isEqualTo(LinkState.GREETING);
        origin.tick(limit);
        assertThat(written(origin, limit)).startsWith("BYE reason=handshake-timeout");
        assertThat(origin.isDone()).isTrue();
    }

    @Test
    void aStrangerHasFiveErrors() {
        OriginLinkSession origin = origin("secret", false);
        type(origin, "GET / HTTP/1.1\nREGISTER id=1\nHELLO\nAUTH\nPING\n", 0);
        assertThat(origin.state()).isEqualTo(LinkState.GREETING);
        type(origin, "PING\n", 0);
        assertThat(written(origin, 0)).contains("BYE reason=too-many-errors");
        assertThat(handler.calls).isEmpty();
    }

    @Test
    void aMediaConnectionNeedsASession() {
        OriginLinkSession origin = origin(null, true);
        type(origin, LinkDocumentation.block("frame").get(1) + "\n", 0);
        assertThat(written(origin, 0)).startsWith("ERROR id=1 reason=no-session");
        assertThat(origin.isDone()).isTrue();
    }
}
