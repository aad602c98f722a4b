package org.altocumulus.edge.daemon;

import java.util.List;
import org.altocumulus.edge.server.NodeCounts;
import org.altocumulus.edge.stream.LocalStreams;

/**
 * An edge as it knows itself, as {@code /state} of its admin port shows it. Member names are those
 * of the JSON.
 *
 * @param version of this edge
 * @param node the edge's name
 * @param ready whether newcomers are sent here
 * @param reason why not, in a word or two; "ready" otherwise
 * @param draining whether it takes no newcomers because it or an operator wants that
 * @param uptimeMillis since the start
 * @param clients sessions that are open
 * @param halfOpen sessions that clients have begun to open and not confirmed by a first packet
 * @param connections of them, those whose {@code connect} was accepted
 * @param streams published here
 * @param players streams being played
 * @param bound UDP addresses that it listens on
 * @param advertised UDP addresses that clients are told
 * @param fingerprint of its certificate, lower-case hex
 * @param local streams published here and waited for here
 * @param links one for each origin
 * @param counts what happened since the start
 */
public record EdgeState(
        String version,
        String node,
        boolean ready,
        String reason,
        boolean draining,
        long uptimeMillis,
        int clients,
        int halfOpen,
        long connections,
        long streams,
        long players,
        List<String> bound,
        List<String> advertised,
        String fingerprint,
        LocalStreams local,
        List<LinkState> links,
        NodeCounts counts) {
    /**
     * The link to an origin.
     *
     * @param origin where it is dialled
     * @param node the origin's name, empty while there is no connection
     * @param joined whether the origin has the edge in its registry
     * @param synced whether the origin knows all that the edge has
     * @param mediaOpen whether media can flow
     * @param reportAgeMillis since the origin accepted a load report; null before the first
     * @param problem why it is not joined, as it was last seen; empty if it is
     * @param mediaDropped messages that the link's queue gave up
     */
    public record LinkState(
            String origin,
            String node,
            boolean joined,
            boolean synced,
            boolean mediaOpen,
            Long reportAgeMillis,
            String problem,
            long mediaDropped) {}
}
