package org.altocumulus.edge.server;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import org.altocumulus.edge.ops.LinkSettings;
import org.altocumulus.edge.ops.Version;
import org.altocumulus.protocol.cluster.LinkSecurity;
import org.altocumulus.protocol.cluster.LinkTiming;
import org.altocumulus.protocol.cluster.MediaQueueLimits;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.crypto.Hmac;

/** Section {@code link}, as both ends of the link want it. */
public final class LinkParameters {
    private static final int INSTANCE_BYTES = 8;

    private LinkParameters() {}

    /**
     * The times; pauses between attempts to dial are at most {@code retryMin} at first, and {@code
     * retryMax} in the end.
     */
    public static LinkTiming timing(LinkSettings link, Duration retryMin, Duration retryMax) {
        LinkTiming usual = LinkTiming.DEFAULT;
        return new LinkTiming(
                link.reportInterval().toNanos(),
                usual.ping(),
                link.suspectAfter().toNanos(),
                link.lostAfter().toNanos(),
                usual.handshake(),
                usual.request(),
                retryMin.toNanos(),
                retryMax.toNanos());
    }

    /** The bounds of what waits: audio may be twice as late as video, and data ten times. */
    public static MediaQueueLimits queue(LinkSettings link) {
        long age = link.queue().time().toNanos();
        return new MediaQueueLimits(link.queue().bytes(), age, 2 * age, 10 * age);
    }

    /** The secrets, if there are any. */
    public static LinkSecurity security(LinkSettings link, SecureRandom random) {
        return new LinkSecurity(
                secret(link.secret()), secret(link.previousSecret()), Hmac::sha256, random);
    }

    private static byte[] secret(String text) {
        return text.isEmpty() ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Who a node is in the cluster, for this start of its process. */
    public static NodeIdentity identity(String node, SecureRandom random) {
        byte[] instance = new byte[INSTANCE_BYTES];
        random.nextBytes(instance);
        return new NodeIdentity(
                node, HexFormat.of().formatHex(instance), "altocumulus/" + Version.current());
    }
}
