package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.exchange;
import static org.altocumulus.protocol.cluster.LinkPair.originSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

/** An edge with two origins, of which the second came first and decided. */
class PublishedStreamsTest {
    private static final StreamKey A = new StreamKey("live", "a");

    private final RecordingHandler second = new RecordingHandler();
    private final RecordingListener listener = new RecordingListener();
    private final EdgeLinks links =
            new EdgeLinks(
                    edgeSettings("edge-1", "8c1f", 1935),
                    security(null, 1),
                    new Random(2),
                    2,
                    listener,
                    listener,
                    0);

    private LinkConnection control;
    private OriginLinkSession origin;

    private void join(int index, RecordingHandler handler) {
        control = links.connected(index, LinkRole.CONTROL, true, 0);
        OriginLinkSettings settings = originSettings("origin-" + index);
        origin = OriginLinkSession.accepted(settings, security(null, 3), true, handler, 0);
        exchange(control, origin, 0);
    }

    @Test
    void revocationThatCrossesARepeatedAnnouncementIsFollowedByUnpublish() {
        links.start(0);
        join(1, second);
        Publication publication = links.publish(A, 0);
        exchange(control, origin, 0);
        LinkConnection toSecond = control;
        OriginLinkSession ofSecond = origin;
        join(0, new RecordingHandler());
        second.calls.clear();

        // That another origin decides now waits to be written when the second one revokes.
        ofSecond.revoke(publication, Reason.STREAM_TAKEN, "older", 0);
        type(toSecond, written(ofSecond, 0), 0);
        exchange(toSecond, ofSecond, 0);

        assertThat(second.calls)
                .containsExactly(
                        "publish live/a (8c1f-1) 0 decided by origin-0",
                        "unpublish live/a (8c1f-1)");
        assertThat(listener.calls).contains("refused live/a (8c1f-1) stream-taken");
    }
}
