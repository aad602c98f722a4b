package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * What an origin's connections are made with.
 *
 * @param identity who the origin is
 * @param timing the times
 * @param queue the bounds of what waits for a media connection
 * @param clients where clients reach the origin by UDP, at most {@value
 *     Registration#MAX_ADDRESSES}; may be empty
 */
public record OriginLinkSettings(
        NodeIdentity identity,
        LinkTiming timing,
        MediaQueueLimits queue,
        List<InetSocketAddress> clients) {
    /** Copies the list. */
    public OriginLinkSettings {
        clients = List.copyOf(clients);
    }

    /** An origin that does not say where clients reach it. */
    public OriginLinkSettings(NodeIdentity identity, LinkTiming timing, MediaQueueLimits queue) {
        this(identity, timing, queue, List.of());
    }
}
