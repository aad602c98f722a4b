package org.altocumulus.edge.netconnection;

import java.util.List;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.session.SessionListener;

/** The application of a media node: all connections and streams of its event loops. */
public final class Application {
    private final Node node;

    /**
     * An application without clients.
     *
     * @param loops in the order of their indices, at least one
     * @param access decides on what its clients ask for
     */
    public Application(
            ApplicationSettings settings,
            List<Loop> loops,
            ClusterPort cluster,
            AccessPolicy access) {
        this.node = new Node(settings, loops, cluster, access);
    }

    /** The listener of a session that has just opened on that loop. Called on the loop. */
    public SessionListener newConnection(int loopIndex) {
        return new Connection(node.loop(loopIndex));
    }

    /** Takes what the cluster says. Any thread. */
    public ClusterEvents clusterEvents() {
        return node.streams.clusterEvents();
    }

    /**
     * Tells clients that the node goes away: those first that came first, each once. Any thread.
     *
     * @param most clients of each loop that are told by this call
     */
    public void tellShutdown(int most) {
        node.loops().forEach(loop -> loop.run(() -> loop.tellShutdown(most)));
    }

    /** What its clients do, for operators. Any thread but the loops. */
    public Inspection inspection() {
        return inspection(Inspection.STEP_MILLIS);
    }

    /** The same with other patience. */
    Inspection inspection(long stepMillis) {
        return new Inspection(node, stepMillis);
    }

    /** How much there is. Any thread. */
    public ApplicationStats stats() {
        return new ApplicationStats(
                node.totals.connections.sum(),
                node.streams.published().size(),
                node.totals.players.sum());
    }

    /** Sessions whose {@code connect} was refused and that have not ended yet. Any thread. */
    public long rejected() {
        return node.totals.rejected.sum();
    }

    /** What was refused or dropped. Any thread. */
    public ApplicationCounters counters() {
        return node.counters;
    }

    /** The streams that clients of this node publish, to announce them. Any thread. */
    public List<StreamKey> published() {
        return List.copyOf(node.streams.published());
    }

    /** The streams that are wanted from the cluster, to announce them. Any thread. */
    public List<StreamKey> wanted() {
        return List.copyOf(node.streams.wanted());
    }
}
