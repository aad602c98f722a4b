package org.altocumulus.origin.admin;

import java.util.List;
import java.util.Map;

/**
 * The cluster as its origin knows it, as {@code /state} shows it. Member names are those of the
 * JSON.
 *
 * @param version of this origin
 * @param node the origin's name
 * @param ready whether it takes clients
 * @param uptimeMillis since the start
 * @param clients sessions in the whole cluster, by the last reports of edges that are not gone
 * @param origin the media node of the origin
 * @param edges all that are registered, and those lost or left lately
 * @param streams all that are published
 * @param packets what happened to packets at the origin
 */
public record ClusterState(
        String version,
        String node,
        boolean ready,
        long uptimeMillis,
        long clients,
        NodeState origin,
        List<EdgeState> edges,
        List<StreamState> streams,
        PacketState packets) {
    /**
     * A media node.
     *
     * @param sessions that are open
     * @param halfOpen sessions that clients have begun to open and not confirmed by a first packet
     * @param connections of them, those whose {@code connect} was accepted
     * @param players streams being played
     * @param peers clients that others can be introduced to
     * @param bound UDP addresses that it listens on
     * @param advertised UDP addresses that clients are told
     * @param fingerprint of its certificate, lower-case hex
     */
    public record NodeState(
            int sessions,
            int halfOpen,
            long connections,
            long players,
            int peers,
            List<String> bound,
            List<String> advertised,
            String fingerprint) {}

    /**
     * An edge.
     *
     * @param state "unsynced", "ready", "suspect", "draining", "lost", or "left" if it stopped in
     *     order
     * @param clients by its last report
     * @param expected clients redirected there since
     * @param redirects newcomers that were told this edge, since it registered
     * @param capacity most clients, 0 for no limit
     * @param weight how much it can carry beside others, in hundredths
     * @param cpu how busy its processors are, per mille; -1 if it does not say so
     * @param out bits per second that it sends to clients; -1 if it does not say so
     * @param peers clients that it has announced, so that others can be introduced to them
     * @param reachable those of its addresses that answered the origin by UDP
     * @param reportAgeMillis since its last report
     * @param silenceMillis since it was heard; of one that is lost or left, since then
     */
    public record EdgeState(
            String node,
            String software,
            String state,
            int clients,
            double expected,
            long redirects,
            int capacity,
            int weight,
            int cpu,
            long out,
            int peers,
            List<String> advertised,
            List<String> reachable,
            long reportAgeMillis,
            long silenceMillis) {}

    /**
     * A stream.
     *
     * @param node where it is published
     * @param wantedBy other nodes that have players of it
     * @param pulledBy those of them that get it straight from {@code node}
     * @param ageMillis since it is published
     */
    public record StreamState(
            String application,
            String name,
            String node,
            List<String> wantedBy,
            List<String> pulledBy,
            long ageMillis) {}

    /**
     * Packets since the start.
     *
     * @param kernelDropped datagrams that the kernel dropped because a socket's receive buffer was
     *     full, -1 if it does not say
     * @param redirected hellos answered with edges
     * @param served hellos answered by the origin itself
     * @param discarded what was dropped, by reason
     * @param refused what clients of the origin asked for and did not get, and messages that were
     *     dropped, by reason
     * @param keyPairs where the key pairs of handshakes came from
     */
    public record PacketState(
            long received,
            long sent,
            long kernelDropped,
            long redirected,
            long served,
            Map<String, Long> discarded,
            Map<String, Long> refused,
            KeyPairState keyPairs) {}

    /**
     * Where the key pairs of the origin's own handshakes came from.
     *
     * @param ready how many lie ready now
     * @param pooled handshakes that got one that was made ahead
     * @param poolEmpty handshakes that found none, and waited for one to be made
     * @param reused handshakes that got one of an earlier handshake
     */
    public record KeyPairState(int ready, long pooled, long poolEmpty, long reused) {}
}
