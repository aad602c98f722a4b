package org.altocumulus.origin.admin;

import java.math.BigDecimal;
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
 * @param streams that are published, the first {@link #MOST_STREAMS} by name
 * @param streamCount all that are published
 * @param waiting streams that nobody publishes and nodes want for their players, the first {@link
 *     #MOST_WAITING} by name
 * @param waitingCount all of those
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
        int streamCount,
        List<WaitingState> waiting,
        int waitingCount,
        PacketState packets) {
    /** Most streams that are shown. */
    public static final int MOST_STREAMS = 1000;

    /** Most streams that nobody publishes that are shown. */
    public static final int MOST_WAITING = 100;

    /** Most nodes that are named for one stream. */
    public static final int MOST_NODES = 100;

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
     * @param local streams published here and waited for here, a record of the node itself
     */
    public record NodeState(
            int sessions,
            int halfOpen,
            long connections,
            long players,
            int peers,
            List<String> bound,
            List<String> advertised,
            String fingerprint,
            Object local) {}

    /**
     * An edge.
     *
     * @param state "unsynced", "ready", "suspect", "draining", "lost", or "left" if it stopped in
     *     order
     * @param clients by its last report
     * @param expected clients redirected there since
     * @param redirects newcomers that were told this edge, since it registered
     * @param capacity most clients, 0 for no limit
     * @param weight how much it can carry beside others, as {@code node.weight}: 1 is usual
     * @param cpu how busy the processors of its host are, per mille; -1 if it does not say so
     * @param out bits per second that it sends to clients; -1 if it does not say so
     * @param peers clients that it has announced, so that others can be introduced to them
     * @param reachable those of its addresses that answered the origin by UDP
     * @param reportAgeMillis since its last report; null if it has not reported yet
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
            BigDecimal weight,
            int cpu,
            long out,
            int peers,
            List<String> advertised,
            List<String> reachable,
            Long reportAgeMillis,
            long silenceMillis) {}

    /**
     * A stream.
     *
     * @param node where it is published
     * @param wantedBy other nodes that have players of it, at most {@link #MOST_NODES}
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
     * A stream that nobody publishes.
     *
     * @param wantedBy nodes that have players of it, at most {@link #MOST_NODES}
     */
    public record WaitingState(String application, String name, List<String> wantedBy) {}

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
