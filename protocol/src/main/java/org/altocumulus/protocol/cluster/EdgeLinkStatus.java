package org.altocumulus.protocol.cluster;

/**
 * What an edge can say about its link.
 *
 * @param registered whether the origin has it in its registry
 * @param synced whether the origin knows all that it has
 * @param mediaOpen whether media can flow
 * @param reportAge nanoseconds since the origin accepted a load report, or since the start
 * @param mediaDropped messages that the link's queue gave up
 * @param mediaLost messages that did not arrive from elsewhere
 */
public record EdgeLinkStatus(
        boolean registered,
        boolean synced,
        boolean mediaOpen,
        long reportAge,
        long mediaDropped,
        long mediaLost) {}
