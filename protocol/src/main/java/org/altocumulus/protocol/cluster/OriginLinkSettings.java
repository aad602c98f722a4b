package org.altocumulus.protocol.cluster;

/**
 * What an origin's connections are made with.
 *
 * @param identity who the origin is
 * @param timing the times
 * @param queue the bounds of what waits for a media connection
 */
public record OriginLinkSettings(
        NodeIdentity identity, LinkTiming timing, MediaQueueLimits queue) {}
