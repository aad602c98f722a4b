package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the link says for the choice of edges: capacity, load, clients that go elsewhere. */
class EdgeChoiceFramesTest {
    private static final InetSocketAddress FROM = HostPort.parseNumeric("198.51.100.9:4000");
    private static final String GREETING =
            "HELLO id=1 versions=%s node=by-hand instance=1 software=nc role=control nonce="
                    + "00".repeat(32)
                    + "\nREGISTER id=2 advertise=127.0.0.1:19350 capacity=10 fingerprint="
                    + "00".repeat(32)
                    + "%s\n";

    private final RecordingHandler handler = new RecordingHandler();
    private final RecordingListener listener = new RecordingListener();

    private OriginLinkSession origin(String... clients) {
        List<InetSocketAddress> addresses =
                List.of(clients).stream().map(HostPort::parseNumeric).toList();
        OriginLinkSettings settings =
                new OriginLinkSettings(
                        LinkPair.origin(), LinkTiming.DEFAULT, MediaQueueLimits.DEFAULT, addresses);
        return OriginLinkSession.accepted(settings, security(null, 3), true, handler, 0);
    }

    private OriginLinkSession typed(String versions, String more) {
        OriginLinkSession origin = origin();
        type(origin, GREETING.formatted(versions, more), 0);
        assertThat(written(origin, 0)).contains("REGISTERED");
        return origin;
    }

    private LinkConnection joined(EdgeLinks link, OriginLinkSession origin) {
        link.start(0);
        LinkConnection control = link.connected(0, LinkRole.CONTROL, true, 0);
        exchange(control, origin, 0);
        return control;
    }

    private EdgeLinks edge() {
        return new EdgeLinks(
                edgeSettings("edge-1", "8c1f", 1935),
                security(null, 1),
                new Random(2),
                1,
                listener,
                listener,
                0);
    }

    private static ForwardedHello hello(int tag, int discriminator) {
        return new ForwardedHello(new byte[tag], FROM, new byte[discriminator]);
    }

    @Test
    void theOriginSaysWhereClientsReachItBeforeItIsJoined() {
        joined(edge(), origin("192.0.2.1:1935", "[2001:db8::1]:1935"));
        assertThat(listener.calls)
                .containsSubsequence(
                        "clients at [/192.0.2.1:1935, /[2001:db8:0:0:0:0:0:1]:1935]",
                        "joined origin-1");
    }

    @Test
    void aForwardedHelloReachesTheEdgeWhateverItsLength() {
        OriginLinkSession origin = origin();
        LinkConnection control = joined(edge(), origin);
        int tag = ForwardedHello.MAX_TAG;
        int discriminator = ForwardedHello.MAX_DISCRIMINATOR;
        assertThat(ForwardedHello.fits(new byte[tag], new byte[discriminator])).isTrue();
        assertThat(ForwardedHello.fits(new byte[tag + 1], new byte[1])).isFalse();
        assertThat(ForwardedHello.fits(new byte[1], new byte[discriminator + 1])).isFalse();
        assertThat(origin.forwardHello(hello(tag, discriminator), 0)).isTrue();
        assertThat(origin.forwardHello(hello(0, 1), 0)).isTrue();
        exchange(control, origin, 0);
        assertThat(listener.calls).filteredOn(call -> call.startsWith("hello")).hasSize(2);
        assertThat(handler.calls).noneMatch(call -> call.startsWith("failed"));
    }

    @Test
    void anEdgeOfTheFirstVersionIsToldNoHello() {
        OriginLinkSession first = typed("1", "");
        assertThat(first.forwardHello(hello(16, 20), 0)).isFalse();
        assertThat(written(first, 0)).isEmpty();
        assertThat(typed("1-2", "").forwardHello(hello(16, 20), 0)).isTrue();
    }

    @Test
    void hellosAreNotForwardedToAnEdgeThatReadsSlowly() {
        OriginLinkSession origin = typed("2", "");
        int told = 0;
        while (origin.forwardHello(hello(128, 1500), 0)) {
            told++;
            assertThat(told).isLessThan(100);
        }
        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
        assertThat(written(origin, 0)).hasSizeLessThan(70_000);
        assertThat(origin.forwardHello(hello(16, 20), 0)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tag=0 from=1.2.3.4:5 epd=00",
                "tag= from=1.2.3.4:5 epd=",
                "tag=0g from=1.2.3.4:5 epd=00",
                "from=1.2.3.4:5 epd=00",
                "tag=00 epd=00",
                "tag=00 from=1.2.3.4:0 epd=00",
                "tag=00 from=0.0.0.0:5 epd=00",
                "tag=00 from=224.0.0.1:5 epd=00",
                "tag=00 from=host:5 epd=00",
            })
    void aForwardedHelloThatCannotBeAnsweredIsRefused(String keys) {
        OriginLinkSession origin = origin();
        LinkConnection control = joined(edge(), origin);
        type(control, "FORWARD " + keys + "\n", 0);
        assertThat(written(control, 0)).startsWith("ERROR reason=bad-value");
        assertThat(listener.calls).noneMatch(call -> call.startsWith("hello"));
        assertThat(control.state()).isEqualTo(LinkState.OPEN);
    }

    @Test
    void aReportTellsClientsAndWhatTheHostHasToDo() {
        EdgeLinks link = edge();
        OriginLinkSession origin = origin();
        LinkConnection control = joined(link, origin);
        assertThat(handler.report).isEqualTo(new LoadReport(1, 0, -1, -1));
        link.host(250, 12_000_000_000L);
        link.clients(3, 1_000_000_000L);
        exchange(control, origin, 1_000_000_000L);
        assertThat(handler.report).isEqualTo(new LoadReport(2, 3, 250, 12_000_000_000L));
    }

    @Test
    void whatAnEdgeDoesNotSayIsUsualOrUnknown() {
        OriginLinkSession first = typed("1", "");
        assertThat(handler.registration.weight()).isEqualTo(100);
        assertThat(handler.registration.bandwidth()).isZero();
        type(first, "LOAD seq=1 clients=4\n", 0);
        assertThat(handler.report).isEqualTo(new LoadReport(1, 4));
        typed("2", " bandwidth=10000000000 weight=250");
        assertThat(handler.registration.weight()).isEqualTo(250);
        assertThat(handler.registration.bandwidth()).isEqualTo(10_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu=1001", "cpu=-1", "out=x", "cpu="})
    void aMeasureOutOfRangeIsRefusedAndTheReportWithIt(String key) {
        OriginLinkSession origin = typed("2", "");
        type(origin, "LOAD id=9 seq=1 clients=4 " + key + "\n", 0);
        assertThat(written(origin, 0)).startsWith("ERROR id=9 reason=bad-value");
        assertThat(handler.report).isNull();
    }
}
