package org.altocumulus.edge.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.altocumulus.edge.stream.ClusterEvents;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.edge.stream.Handover;
import org.altocumulus.edge.stream.PublishAnswer;
import org.altocumulus.protocol.cluster.CheckAnswer;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.ForwardedHello;
import org.altocumulus.protocol.cluster.Introduction;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Between the application of a node and its link: what the loops want goes to the thread of the
 * link, what the link tells goes to the loops. Its own state belongs to the thread of the link.
 */
public final class ClusterBridge implements ClusterPort, EdgeLinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterBridge.class);

    /** For the question to an origin, its answer, and the way of the first frames. */
    private static final Duration SEARCH_TIME = Duration.ofSeconds(2);

    /** What a message costs beside its bytes. */
    private static final int OVERHEAD = 64;

    private static final String PUBLISHED_ELSEWHERE = "the name is already published";

    private final Supplier<ClusterEvents> events;
    private final Map<StreamKey, Local> published = new HashMap<>();

    /** The same, as the home loops of the streams know them. */
    private final Map<StreamKey, Local> sending = new ConcurrentHashMap<>();

    private final LinkTasks link = new LinkTasks();

    /** Streams whose publishers have not come to the thread of the link. */
    private final LatestChanges<StreamKey, Local> beginning =
            new LatestChanges<>(link::execute, this::begun);

    /** Streams that are wanted from elsewhere from now on, or no more. */
    private final LatestChanges<StreamKey, Boolean> wants =
            new LatestChanges<>(link::execute, this::wanted);

    /** What the links were told to want; of their thread. */
    private final Set<StreamKey> wantedNow = new HashSet<>();

    private final Duration linger;
    private final LinkNews news;
    private LinkOrders orders = LinkOrders.NONE;
    private ClusterPeers peers;

    /** A stream that a client of this node publishes. */
    private final class Local {
        final StreamKey key;

        /** The client that publishes, or null if it has not proven who it is. */
        final PeerId peer;

        /** From the home loop of the stream to the thread of the link. */
        final Handover<Outgoing> way;

        /** Null once the answer was given. */
        PublishAnswer answer;

        Publication publication;

        /** It was given up, perhaps before it began. */
        private boolean ended;

        private boolean waits;

        Local(StreamKey key, PeerId peer, PublishAnswer answer) {
            this.key = key;
            this.peer = peer;
            this.answer = answer;
            this.way = events.get().handover(link, (message, since) -> send(message));
        }

        private void send(Outgoing message) {
            if (published.get(key) == this) {
                MediaFrame frame = MediaFrames.of(key, message.number, message.message);
                link.links().media(message.past ? frame.asPast() : frame, link.now());
            }
        }

        void begin() {
            Local before = published.get(key);
            if (before != null && !waits) {
                // That one was given up before this came; what it sent is still on its way.
                waits = true;
                before.way.run(this::begin);
            } else if (!ended) {
                if (before != null) {
                    before.end();
                }
                published.put(key, this);
                publication = link.links().publish(key, peer, link.now());
            }
        }

        void end() {
            ended = true;
            if (published.remove(key, this)) {
                link.links().unpublish(publication, link.now());
            }
        }

        /**
         * Data was lost on its way here: for everyone else the publication ends and another begins.
         */
        void restart() {
            if (published.get(key) == this) {
                LOG.warn("stream {}: the links are too slow for its data, it begins anew", key);
                link.links().unpublish(publication, link.now());
                publication = link.links().publish(key, peer, link.now());
            }
        }
    }

    /** A message on its way to the link. */
    private record Outgoing(long number, RtmpMessage message, boolean past) {}

    /**
     * A bridge that has no link yet.
     *
     * @param events the application, which is made knowing this bridge
     * @param linger how long streams are pulled after their last player has left
     * @param news told how the link goes
     */
    public ClusterBridge(Supplier<ClusterEvents> events, Duration linger, LinkNews news) {
        this.events = events;
        this.linger = linger;
        this.news = news;
    }

    /** Who is told what origins say of newcomers; to be set before the link. */
    public void orders(LinkOrders newOrders) {
        orders = newOrders;
    }

    /** The link; has to be set before anything else happens. */
    public void link(LinkThread thread) {
        link.thread(thread);
    }

    /** The clients that other nodes are told of; to be set after the link. */
    public void peers(ClusterPeers clusterPeers) {
        peers = clusterPeers;
        peers.link(link);
    }

    @Override
    public Duration linger() {
        return linger;
    }

    @Override
    public Duration searchTime() {
        return SEARCH_TIME;
    }

    @Override
    public void publish(StreamKey key, String peerId, PublishAnswer answer) {
        PeerId peer = peerId.isEmpty() ? null : PeerId.of(HexFormat.of().parseHex(peerId));
        Local local = new Local(key, peer, answer);
        sending.put(key, local);
        beginning.put(key, local);
    }

    private void begun(StreamKey key, Optional<Local> local) {
        beginning.forget(key);
        local.ifPresent(Local::begin);
    }

    @Override
    public void unpublish(StreamKey key) {
        Local local = sending.remove(key);
        if (local != null && !beginning.withdraw(key, local)) {
            local.way.run(local::end);
        }
    }

    @Override
    public void want(StreamKey key) {
        wants.put(key, true);
    }

    @Override
    public void unwant(StreamKey key) {
        wants.remove(key);
    }

    /**
     * A stream that is wanted again was given up in between, even if the links did not hear of
     * that: they give it up first, so that it starts anew.
     */
    private void wanted(StreamKey key, Optional<Boolean> now) {
        if (wantedNow.remove(key)) {
            link.links().unwant(key, link.now());
        }
        if (now.isPresent()) {
            wantedNow.add(key);
            link.links().want(key, link.now());
        }
    }

    @Override
    public void replaying(StreamKey key) {
        Local local = sending.get(key);
        if (local != null) {
            local.way.run(() -> link.links().replaying(key));
        }
    }

    @Override
    public void media(StreamKey key, long number, RtmpMessage message, boolean past) {
        Local local = sending.get(key);
        if (local == null) {
            return;
        }
        int size = message.encoded().length + OVERHEAD;
        if (!local.way.send(new Outgoing(number, message, past), MediaKind.of(message), size)) {
            local.way.restart(false, local::restart);
        }
    }

    @Override
    public void publishAccepted(Publication publication) {
        Local local = published.get(publication.stream());
        if (local != null && local.answer != null && publication.equals(local.publication)) {
            PublishAnswer answer = local.answer;
            local.answer = null;
            answer.accepted();
        }
    }

    @Override
    public void publishRefused(Publication publication, Reason reason, String message) {
        Local local = published.get(publication.stream());
        if (local == null || !publication.equals(local.publication)) {
            return;
        }
        published.remove(publication.stream());
        sending.remove(publication.stream(), local);
        // The message names nodes, which are nothing to clients.
        LOG.info("publication of {} refused: {}", publication.stream(), message);
        if (local.answer != null) {
            local.answer.refused(PUBLISHED_ELSEWHERE);
        } else {
            events.get().revoked(publication.stream(), PUBLISHED_ELSEWHERE);
        }
    }

    @Override
    public void replay(Publication publication) {
        events.get().send(publication.stream());
    }

    @Override
    public void evicted(PeerId peer, long since) {
        LOG.debug("client {} has a newer session at another node", peer);
        peers.evicted(peer, since);
    }

    @Override
    public void check(Publication publication, PeerId peer, CheckAnswer answer, long asked) {
        events.get()
                .check(
                        publication.stream(),
                        peer == null ? "" : peer.toString(),
                        free -> link.execute(() -> answer.answered(free, link.now())));
    }

    @Override
    public List<InetSocketAddress> introduced(Introduction introduction) {
        return peers.introduced(introduction);
    }

    @Override
    public void unneeded(Publication publication) {
        events.get().stop(publication.stream());
    }

    @Override
    public void started(Publication publication) {
        events.get().remoteStarted(publication.stream());
    }

    @Override
    public void media(MediaFrame frame) {
        events.get()
                .remoteMedia(
                        frame.stream(),
                        RtmpMessage.of(frame.type(), frame.timestamp(), frame.payload()),
                        frame.isPast());
    }

    @Override
    public void ended(Publication publication) {
        events.get().remoteEnded(publication.stream());
    }

    @Override
    public void joined(int origin, NodeIdentity identity) {
        news.joined(origin, identity);
    }

    @Override
    public void originClients(int origin, List<InetSocketAddress> addresses) {
        orders.originClients(origin, addresses);
    }

    @Override
    public void forwardedHello(ForwardedHello hello) {
        orders.forwardedHello(hello);
    }

    @Override
    public void left(int origin, Reason reason, String message) {
        news.left(origin, reason, message);
    }

    @Override
    public void probed(int origin, InetSocketAddress address, boolean answered) {
        news.probed(origin, address, answered);
    }

    @Override
    public void drainRequested() {
        news.drainRequested();
    }
}
