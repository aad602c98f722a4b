package org.altocumulus.protocol.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The clients of an edge by their peer ids, with the times at which their sessions opened: the
 * truth that each origin is told. Several {@link PeerAnnouncements} can tell it, one for each link.
 */
final class AnnouncedPeers {
    private final Map<PeerId, Long> peers = new HashMap<>();
    private final List<PeerAnnouncements> tellers = new ArrayList<>();

    /** {@code teller} is told of every change from now on. */
    void toldBy(PeerAnnouncements teller) {
        tellers.add(teller);
    }

    /** A session has opened, perhaps a newer one of the same client. */
    void here(PeerId peer, long since) {
        peers.put(peer, since);
        tellers.forEach(teller -> teller.changed(peer));
    }

    /** The client has no session any more. */
    void gone(PeerId peer) {
        if (peers.remove(peer) != null) {
            tellers.forEach(teller -> teller.changed(peer));
        }
    }

    /** When the newest session of that client opened, or null if it is not here. */
    Long since(PeerId peer) {
        return peers.get(peer);
    }

    Iterable<PeerId> all() {
        return peers.keySet();
    }
}
