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
 * @param cpu how busy the processors of its host are, per mille, or -1 if it does not say so
 * @param out bits per second that it sends to clients, or -1 if it does not say so
 * @param hasReported whether there was a report since it registered
 * @param weight how much it can carry beside others, in hundredths
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
        long reportAge,
        int cpu,
        long out,
        boolean hasReported,
        int weight) {}
