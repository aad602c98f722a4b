package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.altocumulus.edge.loop.TokenBucket;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.PeerAddresses;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.Address;

/**
 * The clients of this node by their peer ids: the session of the latest that came with an id, from
 * the packet that confirmed it to its end; then that of the one before, if it is still open. Loops
 * write of their own sessions and read of all, without locks for readers.
 *
 * <p>A client whose certificate has its public key in it proves itself with each session, so that a
 * new one takes the place of the old. With another certificate anybody may come who has seen it:
 * the old session stays.
 */
public final class NodePeers implements PeerDirectory {
    /** Each client is told of a hundred strangers a second, of five hundred at once. */
    private static final long INTERVAL = MILLISECONDS.toNanos(10);

    private static final int BURST = 500;

    private final Map<Fingerprint, SessionPeer> peers = new ConcurrentHashMap<>();
    private volatile Watcher watcher = Watcher.NONE;
    private final SharedAddressWarning warning = new SharedAddressWarning();

    /** Nobody is connected yet. */
    public NodePeers() {}

    /** Told of every change, in its order for each client. On the loops; has to be quick. */
    public interface Watcher {
        /** Nobody wants to know. */
        Watcher NONE =
                new Watcher() {
                    @Override
                    public void here(Fingerprint peerId, long since) {}

                    @Override
                    public void gone(Fingerprint peerId) {}
                };

        /** The session of a client that is found from now on opened at {@code since}. */
        void here(Fingerprint peerId, long since);

        /** The client has no session any more. */
        void gone(Fingerprint peerId);
    }

    /** Has changes told from now on. */
    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** A session and its loop, which alone touches it; the addresses are a copy for all. */
    private static final class SessionPeer implements Peer {
        private final SessionLoop loop;
        private final Session session;
        private final long since;
        private volatile List<Address> addresses;

        /** The session of the same id that came before, if it is open; changed in the map only. */
        private SessionPeer older;

        /**
         * From however many sources hellos come, the client is not flooded. For the loop; made for
         * the first hello.
         */
        private TokenBucket hellos;

        /** Those of other loops that wait for this one; used by {@link #WAITING_HELLOS} alone. */
        @SuppressWarnings("UnusedVariable")
        private volatile int waitingHellos;

        private static final AtomicIntegerFieldUpdater<SessionPeer> WAITING_HELLOS =
                AtomicIntegerFieldUpdater.newUpdater(SessionPeer.class, "waitingHellos");

        SessionPeer(SessionLoop loop, Session session, SessionPeer older) {
            this.loop = loop;
            this.session = session;
            this.since = loop.now();
            this.older = older;
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
                forwardThere(() -> forwardHere(hello));
            }
        }

        @Override
        public void forward(FIHello hello, Runnable sent) {
            if (loop.isCurrent()) {
                forwardHere(hello, sent);
            } else {
                forwardThere(() -> forwardHere(hello, sent));
            }
        }

        /** The session is flushed at the end of this turn of its loop, or before that task. */
        private void forwardHere(FIHello hello, Runnable sent) {
            forwardHere(hello);
            loop.execute(sent);
        }

        /** Anybody can say hello to a client; what would be too much anyway does not wait. */
        private void forwardThere(Runnable forwarding) {
            if (WAITING_HELLOS.incrementAndGet(this) > BURST) {
                WAITING_HELLOS.decrementAndGet(this);
                loop.discard(Discard.PEER_HELLOS_LIMITED);
                return;
            }
            loop.execute(
                    () -> {
                        WAITING_HELLOS.decrementAndGet(this);
                        forwarding.run();
                    });
        }

        void close() {
            loop.execute(() -> session.close(loop.now()));
        }

        private void forwardHere(FIHello hello) {
            hellos = hellos == null ? new TokenBucket(INTERVAL, BURST) : hellos;
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
            peer.close();
        }
        return peer != null;
    }

    /** How many peer ids are connected. */
    public int size() {
        return peers.size();
    }

    /** The client has its keys, and is who it says. On the session's loop. */
    void joined(SessionLoop loop, Session session) {
        warning.joined(session.address());
        List<SessionPeer> replaced = new ArrayList<>();
        peers.compute(
                peerId(session),
                (id, newest) -> {
                    SessionPeer peer = new SessionPeer(loop, session, newest);
                    watcher.here(id, peer.since);
                    if (session.identity().far().isStatic()) {
                        addAll(newest, replaced);
                    }
                    return peer;
                });
        replaced.forEach(SessionPeer::close);
    }

    private static void addAll(SessionPeer newest, List<SessionPeer> list) {
        for (SessionPeer peer = newest; peer != null; peer = peer.older) {
            list.add(peer);
        }
    }

    /**
     * The client has a newer session at another node: closes those here, if its certificate proves
     * that it is the same client. Any thread.
     *
     * @param since a session that opened later stays
     */
    public void evict(Fingerprint peerId, long since) {
        List<SessionPeer> evicted = new ArrayList<>();
        peers.computeIfPresent(
                peerId,
                (id, newest) -> {
                    addAll(newest, evicted);
                    return newest;
                });
        evicted.removeIf(
                peer -> peer.since - since > 0 || !peer.session.identity().far().isStatic());
        evicted.forEach(SessionPeer::close);
    }

    /** The client's addresses changed. On the session's loop. */
    void moved(Session session) {
        peers.computeIfPresent(
                peerId(session),
                (id, newest) -> {
                    for (SessionPeer peer = newest; peer != null; peer = peer.older) {
                        if (peer.session == session) {
                            peer.refresh();
                        }
                    }
                    return newest;
                });
    }

    /** The session has ended for its user. On the session's loop. */
    void left(Session session) {
        peers.computeIfPresent(
                peerId(session),
                (id, newest) -> {
                    if (newest.session == session) {
                        tellNewest(id, newest.older);
                        return newest.older;
                    }
                    remove(session, newest);
                    return newest;
                });
    }

    private void tellNewest(Fingerprint id, SessionPeer newest) {
        if (newest == null) {
            watcher.gone(id);
        } else {
            watcher.here(id, newest.since);
        }
    }

    private static void remove(Session session, SessionPeer newest) {
        for (SessionPeer peer = newest; peer.older != null; peer = peer.older) {
            if (peer.older.session == session) {
                peer.older = peer.older.older;
                return;
            }
        }
    }

    private static Fingerprint peerId(Session session) {
        return session.identity().far().fingerprint();
    }
}
