package org.altocumulus.origin.registry;

import java.net.InetSocketAddress;
import java.util.List;
import org.altocumulus.protocol.cluster.NodeIdentity;

/**
 * What is known of an edge at one moment.
 *
 * @param identity who it is
 * @param state how it is
 * @param clients from its last report
 * @param expected clients that were sent there since, as far as one can know: each redirect counts
 *     for one in all
 * @param redirects newcomers that were told this edge, since it registered
 * @param capacity most clients that it takes, 0 for no limit
 * @param advertised its addresses
 * @param reachable those of them that answered a probe
 * @param silence nanoseconds since it was heard; of one that is gone, since about then
 * @param reportAge nanoseconds since its last report, or since it registered
 */
public record EdgeView(
        NodeIdentity identity,
        EdgeState state,
        int clients,
        double expected,
        long redirects,
        int capacity,
        List<InetSocketAddress> advertised,
        List<InetSocketAddress> reachable,
        long silence,
        long reportAge) {}
