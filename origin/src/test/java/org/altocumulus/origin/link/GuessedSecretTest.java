package org.altocumulus.origin.link;

import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.wire.GuessLimiter;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

/** Somebody tries secrets at an origin, in virtual time. */
class GuessedSecretTest {
    private static final String SECRET = "the secret of the cluster";
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final OriginUnderTest origin = new OriginUnderTest(new Random(1), SECRET);
    private long now;

    /**
     * A connection of an attacker, which says what a guess of the secret makes of the challenge.
     */
    private LinkConnection guess(String from, int number) {
        LinkConnection guess = origin.links.accept(false, HostPort.parseNumeric(from), now);
        if (guess == null) {
            return null;
        }
        String hello =
                "HELLO id=1 versions=1-2 node=e%d instance=1 software=x nonce=%s role=control\n"
                        .formatted(number % 100, "0".repeat(64));
        type(guess, hello, now);
        assertThat(written(guess, now)).contains("CHALLENGE id=1");
        type(guess, "AUTH id=2 mac=%064x\n".formatted(number), now);
        written(guess, now);
        assertThat(guess.state()).isEqualTo(LinkState.CLOSED);
        return guess;
    }

    private long told(String from, String reason) {
        return origin.calls.stream()
                .filter(call -> call.startsWith("refused " + from) && call.endsWith(' ' + reason))
                .count();
    }

    /** An edge that knows the secret or not, and dials from that address. */
    private boolean joins(String node, String secret, InetSocketAddress from, int port) {
        EdgeLinks edge =
                new EdgeLinks(
                        LinkPair.edgeSettings(node, "i", port),
                        LinkPair.security(secret, new Random(port)),
                        new Random(port),
                        1,
                        (number, role) -> {},
                        listener(),
                        now);
        edge.start(now);
        LinkConnection far = origin.links.accept(false, from, now);
        assertThat(far).isNotNull();
        exchange(edge.connected(0, LinkRole.CONTROL, false, now), far, now);
        return far.state() == LinkState.OPEN;
    }

    /** Hears everything and does nothing. */
    private static EdgeLinkListener listener() {
        return (EdgeLinkListener)
                Proxy.newProxyInstance(
                        EdgeLinkListener.class.getClassLoader(),
                        new Class<?>[] {EdgeLinkListener.class},
                        (proxy, method, arguments) -> null);
    }

    @Test
    void twoThousandGuessesASecondOfOneAddressAreSlowedDownAndToldByAddress() {
        int seconds = 10;
        for (int i = 0; i < 2000 * seconds; i++) {
            guess("10.0.0.9:" + (1024 + i % 60_000), i);
            now += SECOND / 2000;
        }
        long lookedAt = told("10.0.0.9:", "not-authenticated");
        long allowed = GuessLimiter.BURST + seconds * SECOND / GuessLimiter.INTERVAL;
        assertThat(lookedAt).isBetween((long) GuessLimiter.BURST, allowed + 1);
        assertThat(told("10.0.0.9:", "too-many")).isEqualTo(2000L * seconds - lookedAt);
        assertThat(origin.links.connections()).as("connections that are kept").isLessThan(2);
    }

    @Test
    void edgesAtOtherAddressesJoinMeanwhileAndOneBehindTheSameAddressSoonAfter() {
        for (int i = 0; i < 4000; i++) {
            guess("10.0.0.9:" + (1024 + i), i);
            now += SECOND / 2000;
            if (i % 1000 == 500) {
                int port = 2000 + i;
                InetSocketAddress other = HostPort.parseNumeric("10.0.0.8:" + port);
                assertThat(joins("edge-" + port, SECRET, other, port)).isTrue();
            }
        }
        guess("10.0.0.9:9", 4000);
        InetSocketAddress same = HostPort.parseNumeric("10.0.0.9:77");
        assertThat(joins("same-address", SECRET, same, 77)).as("at once").isFalse();
        now += SECOND;
        assertThat(joins("same-address", SECRET, same, 78)).as("a second later").isTrue();
        assertThat(joins("same-address-2", SECRET, same, 79)).as("what is right is free").isTrue();
    }

    /** As an edge does whose secret is an old one: it tries again every two seconds. */
    @Test
    void edgesWithAWrongSecretBehindOneAddressAreToldSoEachTime() {
        InetSocketAddress from = HostPort.parseNumeric("10.0.0.9:5000");
        for (int i = 0; i < 300; i++) {
            assertThat(joins("old-" + i % 3, "the secret before", from, 3000 + i)).isFalse();
            now += 2000 * MILLISECOND / 3;
        }
        assertThat(told("10.0.0.9:", "not-authenticated")).isEqualTo(300);
        assertThat(told("10.0.0.9:", "too-many")).isZero();
    }

    /**
     * What is kept of each is bounded in GuessLimiterTest, and that of the log in RefusalLogTest.
     */
    @Test
    void twentyThousandSourcesLeaveNoConnectionsAndKeepNoEdgeOut() {
        for (int i = 0; i < 20_000; i++) {
            String source = "11.%d.%d.%d:9".formatted(i >> 16, i >> 8 & 255, i & 255);
            guess(source, i);
            now += MILLISECOND / 100;
        }
        assertThat(told("11.", "not-authenticated")).isEqualTo(20_000);
        assertThat(origin.links.connections()).isLessThan(2);
        InetSocketAddress other = HostPort.parseNumeric("10.0.0.8:1");
        assertThat(joins("edge-1", SECRET, other, 1)).isTrue();
    }
}
