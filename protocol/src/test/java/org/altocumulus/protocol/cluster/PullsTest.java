package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

/** An edge that wants a stream, which its origin has it pull from where it is published. */
class PullsTest {
    private static final StreamKey A = new StreamKey("live", "a");

    private final RecordingListener listener = new RecordingListener();
    private final List<PullDial> dials = new ArrayList<>();

    private static PullSource at(String address) {
        return new PullSource(
                new Publication(A, "e1-1"), "e1", HostPort.parseNumeric(address), "ab".repeat(16));
    }

    @Test
    void sourceThatCrossesRelayIsPassedOver() {
        EdgeLinks links =
                new EdgeLinks(
                        edgeSettings("edge-2", "8c1f", 1935),
                        security(null, 1),
                        new Random(2),
                        1,
                        listener,
                        listener,
                        0);
        links.direct(dials::add);
        links.start(0);
        LinkConnection control = links.connected(0, LinkRole.CONTROL, true, 0);
        OriginLinkSession origin =
                OriginLinkSession.accepted(
                        originSettings(), security(null, 3), true, new RecordingHandler(), 0);
        exchange(control, origin, 0);
        links.want(A, 0);
        exchange(control, origin, 0);
        origin.source(at("10.0.0.2:1937"), 0);
        exchange(control, origin, 0);
        assertThat(dials).hasSize(1);

        dials.get(0).failed(0);
        String relay = written(control, 0);
        assertThat(relay).startsWith("RELAY ");
        // The origin says this before it reads RELAY, after which it sends the stream itself.
        origin.source(at("10.0.0.3:1937"), 0);
        type(control, written(origin, 0), 0);
        assertThat(dials).hasSize(1);

        type(origin, relay, 0);
        exchange(control, origin, 0);
        origin.source(at("10.0.0.3:1937"), 0);
        exchange(control, origin, 0);
        assertThat(dials).hasSize(2);
    }
}
