package org.altocumulus.origin.link;

import java.util.Map;
import org.altocumulus.protocol.cluster.OtherEdge;

/**
 * Tells edges of each other, so that they can look for streams among themselves while no origin
 * answers. Each is told of those that it may reach, at most of {@value #MOST}.
 */
final class EdgeRoster {
    /** As many as an edge takes. */
    private static final int MOST = 256;

    private final Map<String, LinkedEdge> edges;

    /**
     * Nobody is told of anybody yet.
     *
     * @param edges all that are registered, by their names; not changed here
     */
    EdgeRoster(Map<String, LinkedEdge> edges) {
        this.edges = edges;
    }

    /** An edge has told all that it has. */
    void synced(String node, long now) {
        LinkedEdge edge = edges.get(node);
        if (edge.synced) {
            return;
        }
        edge.synced = true;
        edges.forEach(
                (name, other) -> {
                    tell(other, node, edge, now);
                    tell(edge, name, other, now);
                });
    }

    private static void tell(LinkedEdge told, String node, LinkedEdge of, long now) {
        if (told.searches()
                && of.searches()
                && of.mayBePulledBy(told)
                && told.told.size() < MOST
                && told.told.add(node)) {
            told.control.otherEdge(new OtherEdge(node, of.pull), now);
        }
    }

    /** An edge is gone, and is no longer among the others. */
    void gone(String node, long now) {
        for (LinkedEdge other : edges.values()) {
            if (other.told.remove(node)) {
                other.control.otherEdge(new OtherEdge(node, null), now);
            }
        }
    }
}
