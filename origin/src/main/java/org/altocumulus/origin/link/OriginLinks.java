package org.altocumulus.origin.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.altocumulus.origin.directory.PeerDirectory;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.origin.hub.EdgePort;
import org.altocumulus.origin.hub.MediaHub;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.protocol.cluster.CheckAnswer;
import org.altocumulus.protocol.cluster.ForwardedHello;
import org.altocumulus.protocol.cluster.Introduction;
import org.altocumulus.protocol.cluster.IntroductionAnswer;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.LinkSecurity;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.cluster.LinkTiming;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.OriginLinkHandler;
import org.altocumulus.protocol.cluster.OriginLinkSession;
import org.altocumulus.protocol.cluster.OriginLinkSettings;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.PresentPeer;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.PublishRequest;
import org.altocumulus.protocol.cluster.PublisherCheck;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.cluster.StreamEnd;
import org.altocumulus.protocol.cluster.StreamEvent;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.GuessLimiter;
import org.altocumulus.protocol.wire.HostPort;

/**
 * All links of an origin. The host {@linkplain #accept accepts} TCP connections, drives each {@link
 * LinkConnection} (but for its {@code tick}, which is called from here), and calls {@link #tick}
 * after {@link #delay}. The delay changes with every other call.
 */
public final class OriginLinks {
    private static final int MAX_CONNECTIONS = 4096;

    /** Introductions have two seconds, the hub waits for five. */
    private static final long SHORTEST_REQUEST = TimeUnit.SECONDS.toNanos(1);

    /** Introductions that are passed on for one edge and not answered. */
    private static final int MAX_ASKED = 1024;

    private final OriginLinkSettings settings;
    private final LinkSecurity security;
    private final EdgeRegistry registry;
    private final PeerDirectory peers;
    private final MediaHub hub;
    private final OriginLinksListener listener;
    private final OriginLinkHandler handler = new Handler();
    private final Set<OriginLinkSession> connections = new LinkedHashSet<>();
    private final Strangers strangers = new Strangers();
    private final GuessLimiter guesses = new GuessLimiter();
    private final Map<String, LinkedEdge> edges = new HashMap<>();
    private final StreamWays streams;
    private final EdgeRoster roster = new EdgeRoster(edges);

    /** Whether all links end because the origin stops: no edge is gone by that. */
    private boolean closing;

    /** No timer of a connection is set for a shorter time than this. */
    private final long shortest;

    /** What was due after how long when all connections were last asked. */
    private long delay;

    private long askedAt;
    private boolean asked;

    /** The links of an origin, none yet. */
    public OriginLinks(
            OriginLinkSettings settings,
            LinkSecurity security,
            EdgeRegistry registry,
            StreamDirectory directory,
            PeerDirectory peers,
            MediaHub hub,
            OriginLinksListener listener) {
        this.settings = settings;
        this.security = security;
        this.registry = registry;
        this.peers = peers;
        this.hub = hub;
        this.listener = listener;
        LinkTiming timing = settings.timing();
        this.shortest =
                Math.min(
                        SHORTEST_REQUEST,
                        Math.min(timing.handshake(), Math.min(timing.ping(), timing.lost())));
        this.streams = new StreamWays(settings.identity().node(), security, directory, hub, edges);
    }

    /**
     * A TCP connection was accepted.
     *
     * @param loopback whether both of its ends are loopback addresses
     * @return what drives it, or null if there are too many and it is to be closed
     */
    public LinkConnection accept(boolean loopback, long now) {
        return accept(loopback, null, now);
    }

    /**
     * As {@link #accept(boolean, long)}.
     *
     * @param far the address of the other end, or null
     */
    public LinkConnection accept(boolean loopback, InetSocketAddress far, long now) {
        connections.removeIf(connection -> connection.state() == LinkState.CLOSED);
        String from = far == null ? "" : HostPort.format(far);
        InetAddress source = far == null ? null : far.getAddress();
        if (connections.size() >= MAX_CONNECTIONS || !strangers.admits(source)) {
            listener.refused(
                    from,
                    Reason.TOO_MANY,
                    connections.size() >= MAX_CONNECTIONS
                            ? "more than " + MAX_CONNECTIONS + " connections"
                            : "more than %d connections from there have not proved themselves"
                                    .formatted(Strangers.MOST_OF_ONE));
            return null;
        }
        OriginLinkSession session =
                OriginLinkSession.accepted(settings, security, loopback, handler, now);
        session.from(far, guesses);
        strangers.add(session, source, now);
        connections.add(session);
        return session;
    }

    /** Does what has become due. */
    public void tick(long now) {
        List.copyOf(connections).forEach(connection -> connection.tick(now));
        connections.removeIf(connection -> connection.state() == LinkState.CLOSED);
        hub.tick(now);
        asked = false;
    }

    /**
     * Nanoseconds until {@link #tick} has something to do, or {@code Long.MAX_VALUE}. The host asks
     * after each read, so not all connections are asked each time: what has been set since then is
     * due no earlier than they are asked again.
     */
    public long delay(long now) {
        if (asked && now - askedAt < shortest) {
            return Math.max(0, Math.min(delay, shortest) - (now - askedAt));
        }
        asked = true;
        askedAt = now;
        delay = hub.delay(now);
        for (OriginLinkSession connection : connections) {
            delay = Math.min(delay, connection.delay(now));
        }
        return delay;
    }

    /** The result of a probe that the listener was asked for. */
    public void probed(String node, InetSocketAddress address, boolean answered, long now) {
        LinkedEdge edge = edges.get(node);
        if (edge != null) {
            registry.probed(node, address, answered, now);
            edge.control.probed(address, answered, now);
        }
    }

    /**
     * Sends no newcomers to that edge, and tells it.
     *
     * @return whether there is such an edge
     */
    public boolean drain(String node, long now) {
        LinkedEdge edge = edges.get(node);
        if (edge != null) {
            registry.draining(node);
            edge.control.requestDrain(now);
        }
        return edge != null;
    }

    /**
     * Has an edge answer a hello; without effect if it is gone or cannot.
     *
     * @return whether it is told
     */
    public boolean forwardHello(String node, ForwardedHello hello, long now) {
        LinkedEdge edge = edges.get(node);
        return edge != null && edge.control.forwardHello(hello, now);
    }

    /** Connections that are not closed, those of strangers among them. */
    int connections() {
        return connections.size();
    }

    /** Says goodbye to all. */
    public void close(long now) {
        closing = true;
        List.copyOf(connections)
                .forEach(session -> session.close(Reason.SHUTDOWN, "the origin stops", now));
    }

    private void forget(String node, LinkedEdge edge, Reason reason, long now) {
        edges.remove(node);
        if (reason == Reason.SHUTDOWN) {
            registry.left(node);
        } else {
            registry.lost(node);
        }
        hub.detach(node);
        peers.remove(node);
        if (edge.media != null) {
            edge.media.close(Reason.CONTROL_LOST, "the control connection ended", now);
        }
        streams.forget(node, now);
        if (!closing) {
            roster.gone(node, now);
        }
    }

    private final class Handler implements OriginLinkHandler {
        @Override
        public void heard(OriginLinkSession edge, long now) {
            registry.heard(edge.node().node(), now);
        }

        @Override
        public void register(
                OriginLinkSession session, Registration registration, String token, long now)
                throws LinkRefusal {
            registry.admit(session.node(), registration, now);
            String node = session.node().node();
            LinkedEdge before = edges.get(node);
            if (before != null) {
                before.control.close(Reason.REPLACED, "the node registered again", now);
            }
            registry.register(session.node(), registration, now);
            edges.put(node, new LinkedEdge(session, token, registration.pull()));
            listener.registered(session.node());
            if (session.provedByPreviousSecret()) {
                listener.previousSecret(session.node());
            }
        }

        @Override
        public void probe(OriginLinkSession edge, InetSocketAddress address, long now) {
            listener.probe(edge.node().node(), address);
        }

        @Override
        public void load(OriginLinkSession edge, LoadReport report, long now) {
            registry.report(edge.node().node(), report, now);
        }

        @Override
        public void publish(OriginLinkSession edge, PublishRequest request, long now)
                throws LinkRefusal {
            streams.publish(edge.node().node(), request, now);
        }

        @Override
        public void unpublish(OriginLinkSession edge, Publication publication, long now) {
            streams.over(edge.node().node(), publication, now);
        }

        @Override
        public Publication want(OriginLinkSession edge, StreamKey stream, long now)
                throws LinkRefusal {
            return streams.want(edge.node().node(), stream, now);
        }

        @Override
        public Publication relay(OriginLinkSession edge, Publication publication, long now) {
            return streams.relay(edge.node().node(), publication, now);
        }

        @Override
        public void unwant(OriginLinkSession edge, StreamKey stream, long now) {
            streams.unwant(edge.node().node(), stream, now);
        }

        @Override
        public void synced(OriginLinkSession edge, long now) {
            registry.synced(edge.node().node(), now);
            roster.synced(edge.node().node(), now);
        }

        @Override
        public List<PeerId> present(OriginLinkSession edge, List<PresentPeer> present, long now) {
            String node = edge.node().node();
            boolean overflowed = peers.hasOverflowed(node);
            List<PeerId> older = new ArrayList<>();
            for (PresentPeer each : present) {
                long since = now - TimeUnit.MILLISECONDS.toNanos(each.age());
                String evicted = peers.present(node, each.peer(), since);
                if (node.equals(evicted)) {
                    older.add(each.peer());
                } else if (evicted != null) {
                    edges.get(evicted).control.evict(each.peer(), now);
                }
            }
            if (!overflowed && peers.hasOverflowed(node)) {
                listener.tooManyPeers(edge.node(), peers.count(node));
            }
            return older;
        }

        @Override
        public void gone(OriginLinkSession edge, List<PeerId> gone, long now) {
            gone.forEach(peer -> peers.gone(edge.node().node(), peer));
        }

        @Override
        public void introduce(
                OriginLinkSession edge,
                Introduction introduction,
                IntroductionAnswer answer,
                long now) {
            LinkedEdge asker = edges.get(edge.node().node());
            LinkedEdge asked = edges.get(peers.find(introduction.peer()));
            if (asked == null || asked == asker || asker.asked >= MAX_ASKED) {
                answer.answered(List.of(), now);
                return;
            }
            asker.asked++;
            asked.control.introduce(
                    introduction,
                    (addresses, at) -> {
                        asker.asked--;
                        answer.answered(addresses, at);
                    },
                    now);
        }

        @Override
        public void check(
                OriginLinkSession edge, PublisherCheck check, CheckAnswer answer, long now) {
            streams.check(edge.node().node(), check, answer, now);
        }

        @Override
        public void draining(OriginLinkSession edge, long now) {
            registry.draining(edge.node().node());
            listener.draining(edge.node());
        }

        @Override
        public void admitMedia(OriginLinkSession media, String token) throws LinkRefusal {
            LinkedEdge edge = edges.get(media.node().node());
            if (edge == null || !edge.token.equals(token)) {
                throw new LinkRefusal(
                        Reason.NO_SESSION,
                        "no such session of node " + media.node().node() + ": register first");
            }
        }

        @Override
        public void mediaJoined(OriginLinkSession media, long now) {
            String node = media.node().node();
            LinkedEdge edge = edges.get(node);
            OriginLinkSession before = edge.media;
            edge.media = media;
            if (before != null) {
                before.close(Reason.REPLACED, "the node has a new media connection", now);
            }
            hub.attach(node, port(media), now);
        }

        @Override
        public void media(OriginLinkSession media, StreamEvent event, long now) {
            hub.received(media.node().node(), event, now);
            if (event instanceof StreamEnd end) {
                // UNPUBLISH follows on the other connection, perhaps much later.
                streams.over(media.node().node(), end.publication(), now);
            }
        }

        @Override
        public void failed(OriginLinkSession session, String reason, String message) {
            listener.failed(session.node(), reason, message);
        }

        @Override
        public void rejected(OriginLinkSession session, Reason reason, String message) {
            NodeIdentity node = session.node();
            String who = node == null ? "" : ", which calls itself " + node.node() + ',';
            listener.refused(session.from() + who, reason, message);
        }

        @Override
        public void ended(OriginLinkSession session, Reason reason, String message, long now) {
            String node = session.node().node();
            LinkedEdge edge = edges.get(node);
            if (edge != null && edge.control == session) {
                forget(node, edge, reason, now);
                listener.lost(session.node(), reason, message);
            } else if (edge != null && edge.media == session) {
                edge.media = null;
                hub.detach(node);
            }
        }
    }

    private static EdgePort port(OriginLinkSession media) {
        return new EdgePort() {
            @Override
            public void forward(StreamEvent event, long now) {
                media.forward(event, now);
            }

            @Override
            public void discard(StreamKey stream) {
                media.queue().discard(stream);
            }
        };
    }
}
