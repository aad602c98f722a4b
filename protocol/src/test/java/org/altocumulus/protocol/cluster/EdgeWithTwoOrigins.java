package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.edgeSettings;
import static org.altocumulus.protocol.cluster.LinkPair.security;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.BeforeEach;

/** An edge whose links to two origins are started, at time 0. */
abstract class EdgeWithTwoOrigins {
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    static final StreamKey A = new StreamKey("live", "a");
    static final Publication P1 = new Publication(A, "p-1");
    static final Publication P2 = new Publication(A, "p-2");

    final RecordingListener listener = new RecordingListener();
    final EdgeLinks links =
            new EdgeLinks(
                    edgeSettings("edge-1", "8c1f", 1935),
                    security(null, 1),
                    new Random(2),
                    2,
                    listener,
                    listener,
                    0);
    final OriginAtHand first = new OriginAtHand(links, 0, "o1");
    final OriginAtHand second = new OriginAtHand(links, 1, "o2");

    @BeforeEach
    void start() {
        listener.links = links;
        links.start(0);
    }

    /** Both origins know all; nothing of that is left to be looked at. */
    void joinBoth() {
        first.join(0);
        second.join(0);
        first.told(0);
        second.told(0);
        listener.calls.clear();
    }

    static MediaFrame frame(long sequence, MediaKind kind) {
        return new MediaFrame(A, sequence, 9, 40 * sequence, kind, new byte[] {1});
    }
}
