package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.PeerAddresses;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.Address;

/**
 * The clients of this node by their peer ids: the session of the latest that came with an id, from
 * the packet that confirmed it to its end. Loops write of their own sessions and read of all,
 * without locks for readers.
 */
public final class NodePeers implements PeerDirectory {
    /** Each client is told of a hundred strangers a second, of five hundred at once. */
    private static final long INTERVAL = MILLISECONDS.toNanos(10);

    private static final int BURST = 500;

    private final Map<Fingerprint, SessionPeer> peers = new ConcurrentHashMap<>();
    private final SharedAddressWarning warning = new SharedAddressWarning();

    /** Nobody is connected yet. */
    public NodePeers() {}

    /** A session and its loop, which alone touches it; the addresses are a copy for all. */
    private static final class SessionPeer implements Peer {
        private final NodeLoop loop;
        private final Session session;
        private volatile List<Address> addresses;

        /** From however many sources hellos come, the client is not flooded. For the loop. */
        private final TokenBucket hellos = new TokenBucket(INTERVAL, BURST);

        SessionPeer(NodeLoop loop, Session session) {
            this.loop = loop;
            this.session = session;
            refresh();
        }

        void refresh() {
            addresses = PeerAddresses.of(session.address(), session.reportedAddresses());
        }

        @Override
        public List<Address> addresses() {
            return addresses;
        }

        @Override
        public void forward(FIHello hello) {
            if (loop.isCurrent()) {
                forwardHere(hello);
            } else {
                loop.execute(() -> forwardHere(hello));
            }
        }

        private void forwardHere(FIHello hello) {
            if (hellos.admits(loop.now())) {
                session.forward(hello);
            } else {
                loop.discard(Discard.PEER_HELLOS_LIMITED);
            }
        }
    }

    @Override
    public Optional<Peer> find(Fingerprint peerId) {
        return Optional.ofNullable(peers.get(peerId));
    }

    /**
     * Closes the session of a client, the newest that it has; any thread.
     *
     * @return whether there is one
     */
    public boolean close(Fingerprint peerId) {
        SessionPeer peer = peers.get(peerId);
        if (peer != null) {
            peer.loop.execute(() -> peer.session.close(peer.loop.now()));
        }
        return peer != null;
    }

    /** How many peer ids are connected. */
    public int size() {
        return peers.size();
    }

    /** The client has its keys, and is who it says. On the session's loop. */
    void joined(NodeLoop loop, Session session) {
        warning.joined(session.address());
        peers.put(peerId(session), new SessionPeer(loop, session));
    }

    /** The client's addresses changed. On the session's loop. */
    void moved(Session session) {
        SessionPeer peer = peers.get(peerId(session));
        if (peer != null && peer.session == session) {
            peer.refresh();
        }
    }

    /** The session has ended for its user. On the session's loop. */
    void left(Session session) {
        peers.computeIfPresent(
                peerId(session), (id, peer) -> peer.session == session ? null : peer);
    }

    private static Fingerprint peerId(Session session) {
        return session.identity().far().fingerprint();
    }
}
