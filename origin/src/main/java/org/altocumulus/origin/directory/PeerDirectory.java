package org.altocumulus.origin.directory;

import java.util.HashMap;
import java.util.Map;
import org.altocumulus.protocol.cluster.PeerId;

/**
 * At which edge each client is, by its peer id. Of several sessions of one id, at as many edges,
 * the newest counts; the others are kept behind it, so that one that does not end is found again.
 * What an edge has goes with the edge. About 130 bytes for each peer.
 */
public final class PeerDirectory {
    private final int maxPerEdge;
    private final Map<PeerId, Place> newest = new HashMap<>();
    private final Map<String, Edge> edges = new HashMap<>();

    /** An edge and the list of all that it has. */
    private static final class Edge {
        final String node;
        Place first;
        int count;

        /** Whether it has ever announced more than are held. */
        boolean overflowed;

        Edge(String node) {
            this.node = node;
        }
    }

    /** The newest session of a peer at one edge. */
    private static final class Place {
        final PeerId peer;
        final Edge edge;
        final long since;

        /** Of the same peer, at another edge. */
        Place older;

        /** Of the same edge. */
        Place before;

        Place after;

        Place(PeerId peer, Edge edge, long since) {
            this.peer = peer;
            this.edge = edge;
            this.since = since;
        }
    }

    /** An empty directory; more than {@code maxPerEdge} peers of an edge are passed over. */
    public PeerDirectory(int maxPerEdge) {
        this.maxPerEdge = maxPerEdge;
    }

    /**
     * A client has a session at an edge, perhaps a newer one than before.
     *
     * @param since when it opened; of two at the same time that announced last is the newer
     * @return the edge whose session of that client has become or is the older one, or null
     */
    public String present(String node, PeerId peer, long since) {
        Edge edge = edges.computeIfAbsent(node, Edge::new);
        gone(node, peer);
        if (edge.count >= maxPerEdge) {
            edge.overflowed = true;
            return null;
        }
        Place place = new Place(peer, edge, since);
        link(place);
        Place holder = newest.get(peer);
        if (holder == null || since - holder.since >= 0) {
            place.older = holder;
            newest.put(peer, place);
            return holder == null ? null : holder.edge.node;
        }
        while (holder.older != null && since - holder.older.since < 0) {
            holder = holder.older;
        }
        place.older = holder.older;
        holder.older = place;
        return node;
    }

    /** A client has no session at that edge any more. */
    public void gone(String node, PeerId peer) {
        Place newer = null;
        Place place = newest.get(peer);
        while (place != null && !place.edge.node.equals(node)) {
            newer = place;
            place = place.older;
        }
        if (place != null) {
            unlink(place);
            takeOut(place, newer);
        }
    }

    /** The edge with the newest session of that client, or null. */
    public String find(PeerId peer) {
        Place place = newest.get(peer);
        return place == null ? null : place.edge.node;
    }

    /** Forgets an edge. */
    public void remove(String node) {
        Edge edge = edges.remove(node);
        for (Place place = edge == null ? null : edge.first; place != null; place = place.after) {
            Place newer = null;
            Place at = newest.get(place.peer);
            while (at != place) {
                newer = at;
                at = at.older;
            }
            takeOut(place, newer);
        }
    }

    /** How many clients an edge has announced. */
    public int count(String node) {
        Edge edge = edges.get(node);
        return edge == null ? 0 : edge.count;
    }

    /** Whether clients of an edge were passed over since it was last forgotten. */
    public boolean hasOverflowed(String node) {
        Edge edge = edges.get(node);
        return edge != null && edge.overflowed;
    }

    /** How many clients there are; one at two edges is one. */
    public int size() {
        return newest.size();
    }

    /** Takes a place out of those of its peer. */
    private void takeOut(Place place, Place newer) {
        if (newer != null) {
            newer.older = place.older;
        } else if (place.older != null) {
            newest.put(place.peer, place.older);
        } else {
            newest.remove(place.peer);
        }
    }

    private static void link(Place place) {
        Edge edge = place.edge;
        place.after = edge.first;
        if (edge.first != null) {
            edge.first.before = place;
        }
        edge.first = place;
        edge.count++;
    }

    private static void unlink(Place place) {
        if (place.before == null) {
            place.edge.first = place.after;
        } else {
            place.before.after = place.after;
        }
        if (place.after != null) {
            place.after.before = place.before;
        }
        place.edge.count--;
    }
}
