package org.altocumulus.protocol.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

/** Whatever a peer sends, in whatever state, gives an answer or an end and no exception. */
class HostileLinkTest {
    private static final List<byte[]> EXAMPLES = LinkDocumentation.frames();
    private static final String TICKET = "0123456789abcdef".repeat(2);
    private static final byte[] END = "\n\nPING id=99\n".getBytes(UTF_8);

    /** Every connection of both ends in every state in which it can be. */
    private static List<LinkConnection> targets() {
        List<LinkConnection> targets = new ArrayList<>();
        targets.add(origin(null, new RecordingHandler()));
        targets.add(origin("secret", new RecordingHandler()));

        OriginLinkSession proving = origin("secret", new RecordingHandler());
        type(proving, LinkDocumentation.block("frame").get(0) + "\n", 0);
        targets.add(proving);
        targets.add(edge("secret").connected(0, LinkRole.CONTROL, false, 0));

        RecordingHandler handler = new RecordingHandler();
        EdgeLinks link = edge(null);
        link.publish(new StreamKey("live", "camera 1"), 0);
        link.want(new StreamKey("live", "camera 1"), 0);
        targets.add(pair(link, LinkRole.CONTROL, handler, targets));
        link.tick(0);
        targets.add(pair(link, LinkRole.MEDIA, handler, targets));
        addPulls(targets);
        return targets;
    }

    /** An edge that pulls from itself what it publishes: both ends, and one that is not open. */
    private static void addPulls(List<LinkConnection> targets) {
        List<PullDial> dials = new ArrayList<>();
        EdgeLinks link = edge(null);
        EdgePulls pulls = link.direct(dials::add);
        StreamKey stream = new StreamKey("live", "camera 1");
        Publication publication = link.publish(stream, 0);
        link.want(stream, 0);
        RecordingHandler handler = new RecordingHandler();
        LinkConnection control = pair(link, LinkRole.CONTROL, handler, new ArrayList<>());
        InetSocketAddress address = HostPort.parseNumeric("10.0.0.2:1937");
        handler.session.offer(new PullOffer(publication, "edge-1", TICKET), 0);
        handler.session.source(new PullSource(publication, "edge-1", address, TICKET), 0);
        exchange(control, handler.session, 0);
        LinkConnection puller = dials.get(0).connected(true, 0);
        LinkConnection pulled = pulls.accept(true, 0);
        exchange(puller, pulled, 0);
        assertThat(pulls.flowing()).isEqualTo(1);
        targets.add(control);
        targets.add(puller);
        targets.add(pulled);
        targets.add(pulls.accept(true, 0));
    }

    private static LinkConnection pair(
            EdgeLinks link, LinkRole role, RecordingHandler handler, List<LinkConnection> targets) {
        LinkConnection edge = link.connected(0, role, true, 0);
        OriginLinkSession origin = origin(null, handler);
        exchange(edge, origin, 0);
        assertThat(origin.state()).isEqualTo(LinkState.OPEN);
        assertThat(edge.state()).isEqualTo(LinkState.OPEN);
        targets.add(origin);
        return edge;
    }

    private static OriginLinkSession origin(String secret, RecordingHandler handler) {
        return OriginLinkSession.accepted(originSettings(), security(secret, 3), true, handler, 0);
    }

    private static EdgeLinks edge(String secret) {
        EdgeLinks link =
                new EdgeLinks(
                        edgeSettings("edge-1", "8c1f", 1935),
                        security(secret, 1),
                        new Random(2),
                        1,
                        (index, role) -> {},
                        new RecordingListener(),
                        0);
        link.start(0);
        return link;
    }

    private static void attack(LinkConnection target, byte[] bytes, String what) {
        try {
            target.receive(bytes, 0, bytes.length, 0);
            target.receive(END, 0, END.length, 0);
            target.tick(1);
            written(target, 1);
        } catch (RuntimeException | Error e) {
            fail(what + ": " + new String(bytes, UTF_8), e);
        }
    }

    @Test
    void everyExampleAndEachTruncationOfItIsBorneInEveryState() {
        for (byte[] example : EXAMPLES) {
            for (int length = 1; length <= example.length; length++) {
                byte[] truncated = Arrays.copyOf(example, length);
                for (LinkConnection target : targets()) {
                    attack(target, truncated, "truncated to " + length);
                }
            }
        }
    }

    @Test
    void mutationsAreBorneInEveryState() {
        Seeds.of(9000, 2_000, 100_000)
                .forEach(
                        seed -> {
                            Random random = new Random(seed);
                            List<LinkConnection> targets = targets();
                            for (int round = 0; round < 3; round++) {
                                byte[] bytes = MutatedFrames.next(random);
                                for (LinkConnection target : targets) {
                                    attack(target, bytes, "seed " + seed);
                                }
                            }
                        });
    }
}
