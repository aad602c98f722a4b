package org.altocumulus.protocol.cluster;

import java.util.OptionalLong;

/**
 * What an edge can say about its link to one origin.
 *
 * @param origin the name of the origin, empty while there is no connection
 * @param registered whether the origin has the edge in its registry: it has joined
 * @param synced whether the origin knows all that the edge has
 * @param mediaOpen whether media can flow
 * @param reportAge nanoseconds since the origin accepted a load report; empty before the first
 * @param mediaDropped messages that the link's queue gave up
 */
public record EdgeLinkStatus(
        String origin,
        boolean registered,
        boolean synced,
        boolean mediaOpen,
        OptionalLong reportAge,
        long mediaDropped) {}
