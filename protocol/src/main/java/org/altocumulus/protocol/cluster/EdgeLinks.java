package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.message.StreamKey;

/**
 * An edge's links to all of its origins, each by itself: what one does holds up no other. Knows the
 * whole state to announce, so that after a reconnect an origin is told all of it again; the host
 * only reports changes.
 *
 * <p>The first origin of the list that knows all that the edge has decides between publications of
 * one name, and streams are pulled through it.
 *
 * <p>The host calls {@link #start}, dials when {@linkplain EdgeLinkDialer#dial asked}, drives each
 * {@link LinkConnection} that it gets (but for its {@code tick}, which is called from here), and
 * calls {@link #tick} after {@link #delay}. The delay changes with every other call.
 */
public final class EdgeLinks {
    private final EdgeLinkSettings settings;
    private final EdgeLinkListener listener;
    private final List<EdgeLink> links = new ArrayList<>();
    private final PublishedStreams published;
    private final WantedStreams wanted;
    private final Pulls pulls;
    private final AnnouncedPeers peers = new AnnouncedPeers();
    private final LinkSecurity security;
    private final RandomGenerator random;

    /** Null without direct pulls. */
    private EdgePulls direct;

    private EdgeLink first;
    private long publications;
    private boolean draining;
    private boolean closed;

    /**
     * Links that are not started.
     *
     * @param origins how many there are; they are named by their place in the list, from 0
     * @param random for the jitter of retries; need not be strong
     */
    public EdgeLinks(
            EdgeLinkSettings settings,
            LinkSecurity security,
            RandomGenerator random,
            int origins,
            EdgeLinkDialer dialer,
            EdgeLinkListener listener,
            long now) {
        this.settings = settings;
        this.security = security;
        this.random = random;
        this.listener = listener;
        published = new PublishedStreams(listener, links, () -> first, settings.timing().request());
        wanted = new WantedStreams(listener);
        pulls = new Pulls(wanted, links, () -> first);
        for (int i = 0; i < origins; i++) {
            links.add(
                    new EdgeLink(i, settings, security, random, dialer, peers, new Shared(), now));
        }
    }

    /**
     * Lets media come straight from other edges, and go to them. Before the start. Other edges dial
     * this one where the registration says, or {@link #pullAt}.
     *
     * @param dialer makes TCP connections to other edges
     * @return what takes connections from them
     */
    public EdgePulls direct(Consumer<PullDial> dialer) {
        EdgeLinkSettings impatient = settings.forPulls();
        PullServer server = new PullServer(impatient, security, new Pulled());
        PullClient client = new PullClient(impatient, security, dialer, pulls);
        StreamSearch search = new StreamSearch(settings.timing(), random, client);
        DirectRetries retries = new DirectRetries(settings.timing(), random, client);
        client.search(search, retries);
        published.pullers(server, client::flowsFrom, client::check);
        pulls.direct(client, search, retries);
        direct = new EdgePulls(client, server, search, retries);
        return direct;
    }

    /**
     * Other edges of that origin dial this one there. Once a control connection to it is made and
     * before it is open; holds until it is said again.
     *
     * @param address or null if this edge cannot be dialled
     */
    public void pullAt(int origin, InetSocketAddress address) {
        links.get(origin).pullAt(address);
    }

    /** Begins to connect. */
    public void start(long now) {
        links.forEach(link -> link.start(now));
    }

    /**
     * A TCP connection for {@code role} is there.
     *
     * @param origin to which one
     * @param loopback whether both of its ends are loopback addresses
     * @return what drives it, or null if it is no longer wanted and is to be closed
     */
    public LinkConnection connected(int origin, LinkRole role, boolean loopback, long now) {
        return links.get(origin).connected(role, loopback, now);
    }

    /** Dialling an origin for {@code role} failed. */
    public void dialFailed(int origin, LinkRole role, String message, long now) {
        links.get(origin).dialFailed(role, message, now);
    }

    /** Does what has become due. */
    public void tick(long now) {
        links.forEach(link -> link.tick(now));
        watch(now);
        published.tick(now);
        pulls.tick(now);
        if (direct != null) {
            direct.tick(now);
        }
    }

    /** Nanoseconds until {@link #tick} has something to do, 0 or more. */
    public long delay(long now) {
        long delay = Math.min(published.delay(now), pulls.delay(now));
        if (direct != null) {
            delay = Math.min(delay, direct.delay(now));
        }
        for (EdgeLink link : links) {
            delay = Math.min(delay, link.delay(now));
        }
        return Math.max(0, delay);
    }

    /** The number of sessions that are open. */
    public void clients(int count, long now) {
        links.forEach(link -> link.clients(count));
        tick(now);
    }

    /**
     * What the host has to do, for the next reports.
     *
     * @param cpu see {@link LoadReport#cpu}
     * @param out see {@link LoadReport#out}
     */
    public void host(int cpu, long out) {
        links.forEach(link -> link.host(cpu, out));
    }

    /**
     * A client publishes; whether it may is told to the listener after this has returned. The
     * stream has to be unpublished before it is published again.
     */
    public Publication publish(StreamKey stream, long now) {
        return publish(stream, null, now);
    }

    /**
     * As {@link #publish(StreamKey, long)}. If the name is taken, the publisher that has it is
     * checked before this one is refused.
     *
     * @param peer the client, or null if its certificate does not prove who it is
     */
    public Publication publish(StreamKey stream, PeerId peer, long now) {
        String token = settings.identity().instance() + '-' + ++publications;
        Publication publication = new Publication(stream, token);
        published.publish(publication, peer, now);
        return publication;
    }

    /** The publishing is over; all of its media were given to {@link #media}. */
    public void unpublish(Publication publication, long now) {
        published.unpublish(publication, now);
    }

    /**
     * What a late joiner needs follows by {@link #media}, because the listener was asked to {@link
     * EdgeLinkListener#replay}.
     */
    public void replaying(StreamKey stream) {
        published.replaying(stream);
    }

    /** A message of a stream that is published here; goes out where another edge wants it. */
    public void media(MediaFrame frame, long now) {
        published.media(frame, now);
    }

    /** Someone here plays a stream that is not published here. */
    public void want(StreamKey stream, long now) {
        pulls.want(stream, now);
    }

    /** Nobody here plays it any more. */
    public void unwant(StreamKey stream, long now) {
        pulls.unwant(stream, now);
    }

    /**
     * A session of a client has opened here, perhaps a newer one than that announced before, or one
     * that was here before that.
     *
     * @param since when, on the clock of {@code now}
     */
    public void peerHere(PeerId peer, long since, long now) {
        peers.here(peer, since);
        tick(now);
    }

    /** A client has no session here any more. */
    public void peerGone(PeerId peer, long now) {
        peers.gone(peer);
        tick(now);
    }

    /**
     * Has a client of another node told of somebody who asks for it, through the first origin that
     * knows all that this edge has. The answer may come before this returns.
     */
    public void introduce(Introduction introduction, IntroductionAnswer answer, long now) {
        EdgeLink asked =
                links.stream()
                        .filter(EdgeLink::isSynced)
                        .filter(link -> link.version() >= Versions.WHOLE_CLUSTER)
                        .findFirst()
                        .orElse(null);
        if (asked == null) {
            answer.answered(List.of(), now);
        } else {
            asked.introduce(introduction, answer, now);
        }
    }

    /** Asks the origins to send no newcomers; also after a reconnect. */
    public void drain(long now) {
        drain(at -> {}, now);
    }

    /**
     * As {@link #drain(long)}.
     *
     * @param known called when all origins that could be told have answered, perhaps before this
     *     returns; not if the link to one of them ends before
     */
    public void drain(LongConsumer known, long now) {
        draining = true;
        List<EdgeLink> told = links.stream().filter(EdgeLink::isRegistered).toList();
        if (told.isEmpty()) {
            known.accept(now);
        }
        Set<EdgeLink> unanswered = new HashSet<>(told);
        for (EdgeLink link : told) {
            link.request(
                    Frame.of(Verb.DRAIN).build(),
                    (answer, at) -> {
                        if (unanswered.remove(link) && unanswered.isEmpty()) {
                            known.accept(at);
                        }
                    },
                    now);
        }
    }

    /** Says goodbye and dials no more. */
    public void close(long now) {
        closed = true;
        if (direct != null) {
            direct.close(now);
        }
        links.forEach(link -> link.close(now));
    }

    /** How the link to each origin is, in the order of the list. */
    public List<EdgeLinkStatus> status(long now) {
        return links.stream().map(link -> link.status(now)).toList();
    }

    /** Messages of wanted streams that did not arrive from elsewhere. */
    public long mediaLost() {
        return wanted.lost();
    }

    /** The streams that are pulled through an origin. */
    public List<StreamKey> pulledThrough(int origin) {
        return pulls.via(links.get(origin));
    }

    /**
     * The first origin that knows all that the edge has. While none does, one that is being told:
     * it cannot know of others what it will, but no other can be asked.
     */
    private EdgeLink firstNow() {
        for (EdgeLink link : links) {
            if (link.isSynced()) {
                return link;
            }
        }
        return links.stream().filter(EdgeLink::isRegistered).findFirst().orElse(null);
    }

    /** Finds out which origins answer, and has what depends on them seen to. */
    private void watch(long now) {
        for (EdgeLink link : links) {
            boolean answers = link.answers(now);
            if (answers && !link.isUsable()) {
                link.becomeUsable(Pulls.ABSENCE, now);
                pulls.usable(link, now);
            } else if (!answers && link.isUsable()) {
                link.becomeUnusable();
                if (link == first) {
                    published.deciderSilent(now);
                }
                pulls.unusable(link, now);
            }
        }
    }

    private void update(long now) {
        EdgeLink before = first;
        first = firstNow();
        if (first != before) {
            published.deciderChanged(now);
        }
    }

    /** An origin or another edge asks whether a publisher of this edge is still there. */
    private void check(PublisherCheck check, CheckAnswer answer, long now) {
        if (published.isPublished(check.publication())) {
            listener.check(check.publication(), check.peer(), answer, now);
        } else {
            answer.answered(true, now);
        }
    }

    private final class Shared implements EdgeLinkOwner {
        @Override
        public boolean isLinked(NodeIdentity origin) {
            return links.stream()
                    .map(EdgeLink::origin)
                    .anyMatch(other -> other != null && other.node().equals(origin.node()));
        }

        @Override
        public void registered(EdgeLink link, long now) {
            update(now);
            published.announce(link, now);
            pulls.announce(link, now);
            if (draining) {
                link.later(at -> link.tell(Frame.of(Verb.DRAIN).build(), at), now);
            }
            listener.joined(link.index(), link.origin());
        }

        @Override
        public void synced(EdgeLink link, long now) {
            update(now);
            watch(now);
        }

        @Override
        public void left(EdgeLink link, Reason reason, String message, long now) {
            published.left(link, now);
            if (direct != null) {
                direct.search().left(link, link.isUsableFor(Pulls.ABSENCE, now), now);
            }
            link.becomeUnusable();
            update(now);
            pulls.left(link, now);
            if (!closed) {
                listener.left(link.index(), reason, message);
            }
        }

        @Override
        public boolean isPublished(Publication publication) {
            return published.isPublished(publication);
        }

        @Override
        public void replay(Publication publication) {
            published.replay(publication);
        }

        @Override
        public void stopped(Publication publication) {
            published.stopped(publication);
        }

        @Override
        public void offered(PullOffer offer, long now) throws LinkRefusal {
            requireDirect();
            direct.server().offer(offer, now);
        }

        @Override
        public void otherEdge(EdgeLink link, OtherEdge edge, long now) {
            pulls.told(link, edge, now);
        }

        @Override
        public boolean isWatchful() {
            return (direct != null || links.size() > 1) && !pulls.isEmpty();
        }

        @Override
        public void source(EdgeLink link, PullSource source, long now) throws LinkRefusal {
            requireDirect();
            pulls.source(link, source, now);
        }

        private void requireDirect() throws LinkRefusal {
            if (direct == null) {
                throw new LinkRefusal(Reason.UNEXPECTED, "this edge takes no direct pulls");
            }
        }

        @Override
        public void revoked(
                EdgeLink link, Publication publication, Reason reason, String message, long now) {
            published.refuse(link, publication, reason, message, now);
        }

        @Override
        public void received(EdgeLink link, StreamEvent event, long now) {
            pulls.received(link, event, now);
        }

        @Override
        public void mediaOpened(EdgeLink link, long now) {
            pulls.mediaOpened(link, now);
        }

        @Override
        public void probed(EdgeLink link, InetSocketAddress address, boolean answered) {
            listener.probed(link.index(), address, answered);
        }

        @Override
        public void evicted(PeerId peer, long since) {
            listener.evicted(peer, since);
        }

        @Override
        public List<InetSocketAddress> introduced(Introduction introduction) {
            return listener.introduced(introduction);
        }

        @Override
        public void check(PublisherCheck check, CheckAnswer answer, long now) {
            EdgeLinks.this.check(check, answer, now);
        }

        @Override
        public void drainRequested() {
            listener.drainRequested();
        }

        @Override
        public void originClients(EdgeLink link, List<InetSocketAddress> addresses) {
            listener.originClients(link.index(), addresses);
        }

        @Override
        public void forwarded(ForwardedHello hello) {
            listener.forwardedHello(hello);
        }
    }

    /** What other edges pull. */
    private final class Pulled implements PullServer.Publisher {
        @Override
        public boolean isPublished(Publication publication) {
            return published.isPublished(publication);
        }

        @Override
        public Publication accepted(StreamKey stream) {
            return published.accepted(stream);
        }

        @Override
        public void replay(Publication publication) {
            published.replay(publication);
        }

        @Override
        public List<MediaFrame> missed(Publication publication, StreamPosition known) {
            return published.missed(publication, known);
        }

        @Override
        public void left(Publication publication) {
            published.stopped(publication);
        }

        @Override
        public void lost(Publication publication, long now) {
            published.lost(publication, now);
        }

        @Override
        public void check(PublisherCheck check, CheckAnswer answer, long now) {
            EdgeLinks.this.check(check, answer, now);
        }
    }
}
