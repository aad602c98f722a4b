package org.altocumulus.edge.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.altocumulus.edge.app.ClusterEvents;
import org.altocumulus.edge.app.ClusterPort;
import org.altocumulus.edge.app.PublishAnswer;
import org.altocumulus.protocol.cluster.CheckAnswer;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.ForwardedHello;
import org.altocumulus.protocol.cluster.Introduction;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;
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

    private static final String PUBLISHED_ELSEWHERE = "the name is already published";

    private final Supplier<ClusterEvents> events;
    private final Map<StreamKey, Local> published = new HashMap<>();
    private final Duration linger;
    private final LinkNews news;
    private LinkOrders orders = LinkOrders.NONE;
    private LinkThread link;
    private ClusterPeers peers;

    /** A stream that a client of this node publishes. */
    private static final class Local {
        /** Null once the answer was given. */
        PublishAnswer answer;

        Publication publication;

        Local(PublishAnswer answer) {
            this.answer = answer;
        }
    }

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
        link = thread;
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
        link.execute(
                (edge, now) -> {
                    Local local = new Local(answer);
                    published.put(key, local);
                    PeerId peer =
                            peerId.isEmpty() ? null : PeerId.of(HexFormat.of().parseHex(peerId));
                    local.publication = edge.publish(key, peer, now);
                });
    }

    @Override
    public void unpublish(StreamKey key) {
        link.execute(
                (edge, now) -> {
                    Local local = published.remove(key);
                    if (local != null) {
                        edge.unpublish(local.publication, now);
                    }
                });
    }

    @Override
    public void want(StreamKey key) {
        link.execute((edge, now) -> edge.want(key, now));
    }

    @Override
    public void unwant(StreamKey key) {
        link.execute((edge, now) -> edge.unwant(key, now));
    }

    @Override
    public void replaying(StreamKey key) {
        link.execute((edge, now) -> edge.replaying(key));
    }

    @Override
    public void media(StreamKey key, long number, RtmpMessage message, boolean past) {
        link.execute(
                (edge, now) -> {
                    if (published.containsKey(key)) {
                        MediaFrame frame = MediaFrames.of(key, number, message);
                        edge.media(past ? frame.asPast() : frame, now);
                    }
                });
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
                        free -> link.execute((edge, now) -> answer.answered(free, now)));
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
