package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.message.StreamKey;

/**
 * An edge's link to one origin: keeps the two connections alive, registers, reports the load, and
 * sends the media that the origin asks for. What it announces belongs to all links and is told by
 * its {@link EdgeLinkOwner}.
 */
final class EdgeLink {
    /** An origin that does not answer for this long may hang: others are asked as well. */
    static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(400);

    /** Between two signs of life of an origin on which streams depend. */
    static final long WATCH = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long PROBE_AGAIN = TimeUnit.SECONDS.toNanos(10);

    private final int index;
    private final EdgeLinkSettings settings;
    private final EdgeProver prover;
    private final EdgeLinkDialer dialer;
    private final EdgeLinkOwner owner;
    private final LinkDialer controlDialer;
    private final LinkDialer mediaDialer;
    private final LoadReporter load;
    private final EdgeLinkProbes probes;
    private final PeerAnnouncements peers;
    private final Announcements announcements = new Announcements();
    private final SentStreams sent = new SentStreams();

    /** Where other edges of the origin dial this one, or null. */
    private InetSocketAddress pull;

    private EdgeControl control;
    private EdgeMedia media;
    private NodeIdentity origin;
    private long mediaDropped;
    private boolean synced;
    private boolean closed;

    /** Whether the owner found that it knows all and answers, and since when. */
    private boolean usable;

    private long usableSince;
    private boolean everUsable;

    /**
     * @param index the place of the origin in the list
     * @param announced the clients of the edge, told to the origin as they come and go
     * @param random for the jitter of retries; need not be strong
     */
    EdgeLink(
            int index,
            EdgeLinkSettings settings,
            LinkSecurity security,
            RandomGenerator random,
            EdgeLinkDialer dialer,
            AnnouncedPeers announced,
            EdgeLinkOwner owner,
            long now) {
        this.index = index;
        this.settings = settings;
        this.prover = new EdgeProver(security);
        this.dialer = dialer;
        this.owner = owner;
        this.pull = settings.registration().pull();
        peers = new PeerAnnouncements(announced);
        LinkTiming timing = settings.timing();
        controlDialer = new LinkDialer(new Backoff(random, timing.retryMin(), timing.retryMax()));
        mediaDialer = new LinkDialer(new Backoff(random, timing.retryMin(), timing.retryMax()));
        load = new LoadReporter(timing.report(), now);
        probes =
                new EdgeLinkProbes(
                        (address, answered) -> owner.probed(this, address, answered), PROBE_AGAIN);
    }

    void pullAt(InetSocketAddress address) {
        pull = address;
    }

    int index() {
        return index;
    }

    /** Who the origin is, or null while there is no open control connection. */
    NodeIdentity origin() {
        return origin;
    }

    void start(long now) {
        controlDialer.on(now);
        tick(now);
    }

    LinkConnection connected(LinkRole role, boolean loopback, long now) {
        if (role == LinkRole.CONTROL) {
            if (!controlDialer.connected()) {
                return null;
            }
            control = new EdgeControl(settings, prover, loopback, new ControlEvents(), now);
            return begun(control, now);
        }
        if (!mediaDialer.connected()) {
            return null;
        }
        MediaQueue queue = new MediaQueue(settings.queue());
        String session = control.session();
        media = new EdgeMedia(settings, prover, session, loopback, queue, new MediaEvents(), now);
        return begun(media, now);
    }

    void dialFailed(LinkRole role, String message, long now) {
        if (role == LinkRole.MEDIA) {
            mediaDialer.dialFailed(now);
        } else if (control == null && !closed) {
            controlDialer.dialFailed(now);
            owner.left(this, Reason.DISCONNECTED, message, now);
        }
    }

    void tick(long now) {
        if (controlDialer.tick(now)) {
            dialer.dial(index, LinkRole.CONTROL);
        }
        if (mediaDialer.tick(now)) {
            dialer.dial(index, LinkRole.MEDIA);
        }
        if (control != null) {
            control.tick(now);
        }
        if (media != null) {
            media.tick(now);
        }
        // Each of them can end the connection, if that bears no more.
        if (isRegistered()) {
            peers.tick(now);
        }
        if (isRegistered()) {
            probes.tick(control, now);
        }
        if (isRegistered() && load.delay(now) <= 0) {
            report(now);
        }
        if (synced && owner.isWatchful() && control.silence(now) >= WATCH) {
            control.ping(now);
        }
    }

    /** Nanoseconds until something has to be asked of the origin, or its silence has lasted. */
    private long watchDelay(long now) {
        if (synced && usable != answers(now)) {
            return 0;
        }
        if (!synced || !usable) {
            return Long.MAX_VALUE;
        }
        if (control.isAsking()) {
            return SILENCE - control.unanswered(now);
        }
        return owner.isWatchful() ? WATCH - control.silence(now) : Long.MAX_VALUE;
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        long delay = Math.min(controlDialer.delay(now), mediaDialer.delay(now));
        delay = Math.min(delay, probes.delay(now));
        if (control != null) {
            delay = Math.min(delay, control.delay(now));
        }
        if (media != null) {
            delay = Math.min(delay, media.delay(now));
        }
        if (isRegistered()) {
            delay = Math.min(delay, Math.min(load.delay(now), peers.delay(now)));
            delay = Math.min(delay, watchDelay(now));
        }
        return delay;
    }

    void clients(int count) {
        load.clients(count);
    }

    void host(int cpu, long out) {
        load.host(cpu, out);
    }

    /** Whether the origin has the edge in its registry, so that it can be told and asked. */
    boolean isRegistered() {
        return control != null && control.isRegistered();
    }

    /** Whether the origin knows all that the edge has. */
    boolean isSynced() {
        return synced;
    }

    /** Whether the origin knows all that the edge has, and answers, as far as can be told. */
    boolean answers(long now) {
        return synced && control.unanswered(now) < SILENCE;
    }

    /** Whether the origin knew all and answered when that was looked at last. */
    boolean isUsable() {
        return usable;
    }

    /** Whether that has been so for a time; or since the origin was joined for the first time. */
    boolean isUsableFor(long time, long now) {
        return usable && now - usableSince >= time;
    }

    /** The origin is of use from now on; {@code settled} as if it had been so for that long. */
    void becomeUsable(long settled, long now) {
        usable = true;
        usableSince = everUsable ? now : now - settled;
        everUsable = true;
    }

    /** The origin is of no use from now on. */
    void becomeUnusable() {
        usable = false;
    }

    /** The version of the control connection, 0 without one. */
    int version() {
        return control == null ? 0 : control.version();
    }

    /** Whether one more request can go out now, before what is to be told {@link #later}. */
    boolean hasRoom() {
        return isRegistered() && control.unanswered() < Announcements.WINDOW;
    }

    /** Asks the origin, if it can be asked. */
    void request(Frame frame, EdgeControl.Answer answer, long now) {
        if (isRegistered()) {
            control.request(frame, answer, now);
        }
    }

    /** Tells the origin, if it can be told. */
    void tell(Frame frame, long now) {
        request(frame, (answer, at) -> {}, now);
    }

    /**
     * Has {@code step} tell the origin something when there is room for it.
     *
     * @param step as for {@link Announcements#add}; not called if the connection ends before
     */
    void later(LongConsumer step, long now) {
        if (isRegistered()) {
            announcements.add(step);
            announcements.feed(control, now);
        }
    }

    /** A repetition of a publication begins; {@code highest} of its messages so far. */
    void replaying(Publication publication, long highest) {
        sent.replaying(publication, highest);
    }

    /** A message of a publication of this edge; goes out if the origin has asked for it. */
    void media(Publication publication, MediaFrame frame, long now) {
        if (sent.admits(publication, frame)) {
            offer(frame, now);
        }
    }

    /** A publication is over. */
    void end(Publication publication, long now) {
        if (sent.remove(publication)) {
            offer(new StreamEnd(publication), now);
        }
    }

    /** Whether the origin has asked for a publication. */
    boolean sends(Publication publication) {
        return sent.has(publication);
    }

    /** The origin has given the name to another publication, and takes no more of this one. */
    void forget(Publication publication) {
        sent.remove(publication);
    }

    private boolean checksNames() {
        return isRegistered() && version() >= Versions.EDGES_SEARCH;
    }

    /** Has the origin check a publisher; false if it cannot be asked for that. */
    boolean check(PublisherCheck check, CheckAnswer answer, long now) {
        if (!checksNames()) {
            return false;
        }
        control.check(check, answer, now);
        return true;
    }

    /** Asks the origin, which is registered and has a word for it. */
    void introduce(Introduction introduction, IntroductionAnswer answer, long now) {
        control.introduce(introduction, answer, now);
    }

    void close(long now) {
        closed = true;
        controlDialer.off();
        if (control != null) {
            control.close(Reason.SHUTDOWN, "the edge stops", now);
        }
    }

    EdgeLinkStatus status(long now) {
        boolean open = media != null && media.state() == LinkState.OPEN;
        long dropped = mediaDropped + (media == null ? 0 : media.queue().dropped());
        String name = origin == null ? "" : origin.node();
        return new EdgeLinkStatus(name, isRegistered(), synced, open, load.age(now), dropped);
    }

    private static LinkConnection begun(EdgeConnection connection, long now) {
        connection.begin(now);
        return connection;
    }

    private void report(long now) {
        Frame frame = load.report(now).toFrame();
        control.request(frame, (answer, at) -> load.accepted(at), now);
    }

    private void offer(StreamEvent event, long now) {
        if (media != null) {
            media.offer(event, now);
        }
    }

    private void replay(Publication publication, long now) {
        sent.begin(publication);
        offer(new StreamStart(publication), now);
        if (media != null && media.state() == LinkState.OPEN) {
            owner.replay(publication);
        }
    }

    /** Everything that the origin has to know, then SYNCED. */
    private void announce(long now) {
        controlDialer.succeeded();
        mediaDialer.on(now);
        probes.begin(settings.registration().advertised(), control, now);
        report(now);
        owner.originClients(this, control.originClients());
        owner.registered(this, now);
        later(at -> peers.begin(control, this::sync, at), now);
    }

    private void sync(long now) {
        control.request(
                Frame.of(Verb.SYNCED).build(),
                (answer, at) -> {
                    synced = true;
                    owner.synced(this, at);
                },
                now);
    }

    private final class ControlEvents implements EdgeControl.Handler {
        @Override
        public void opened(NodeIdentity node, long now) {
            if (owner.isLinked(node)) {
                control.close(
                        Reason.NODE_IN_USE,
                        "origin "
                                + node.node()
                                + " is linked already: each has a name and one address here",
                        now);
                return;
            }
            origin = node;
            control.register(settings.registration().withPull(pull), EdgeLink.this::announce, now);
        }

        @Override
        public void answered(long now) {
            if (control != null) {
                announcements.feed(control, now);
            }
        }

        @Override
        public void send(Publication publication, long now) throws LinkRefusal {
            if (!owner.isPublished(publication)) {
                throw new LinkRefusal(Reason.NOT_PUBLISHED, publication + " is not here");
            }
            replay(publication, now);
        }

        @Override
        public void stop(Publication publication, long now) {
            if (sent.remove(publication)) {
                if (media != null) {
                    media.queue().discard(publication.stream());
                }
                owner.stopped(publication);
            }
        }

        @Override
        public void revoked(Publication publication, Reason reason, String message, long now) {
            owner.revoked(EdgeLink.this, publication, reason, message, now);
        }

        @Override
        public void check(PublisherCheck check, CheckAnswer answer, long now) {
            owner.check(check, answer, now);
        }

        @Override
        public void drainRequested() {
            owner.drainRequested();
        }

        @Override
        public void forwarded(ForwardedHello hello) {
            owner.forwarded(hello);
        }

        @Override
        public void evicted(PeerId peer) {
            Long since = peers.evicted(peer);
            if (since != null) {
                owner.evicted(peer, since);
            }
        }

        @Override
        public List<InetSocketAddress> introduced(Introduction introduction) {
            return owner.introduced(introduction);
        }

        @Override
        public void offered(PullOffer offer, long now) throws LinkRefusal {
            owner.offered(offer, now);
        }

        @Override
        public void otherEdge(OtherEdge edge, long now) {
            owner.otherEdge(EdgeLink.this, edge, now);
        }

        @Override
        public void source(PullSource source, long now) throws LinkRefusal {
            owner.source(EdgeLink.this, source, now);
        }

        @Override
        public void controlEnded(Reason reason, String message, long now) {
            control = null;
            origin = null;
            synced = false;
            probes.end();
            announcements.clear();
            peers.end();
            sent.clear();
            mediaDialer.off();
            if (media != null) {
                media.close(Reason.CONTROL_LOST, "the control connection ended", now);
            }
            controlDialer.failed(now);
            owner.left(EdgeLink.this, reason, message, now);
        }
    }

    private final class MediaEvents implements EdgeMedia.Handler {
        @Override
        public void mediaOpened(long now) {
            mediaDialer.succeeded();
            sent.all().forEach(publication -> replay(publication, now));
            owner.mediaOpened(EdgeLink.this, now);
        }

        @Override
        public void received(StreamEvent event, long now) {
            owner.received(EdgeLink.this, event, now);
        }

        @Override
        public void mediaEnded(Reason reason, String message, long now) {
            mediaDropped += media.queue().dropped();
            media = null;
            mediaDialer.failed(now);
        }
    }

    @Override
    public String toString() {
        return "link " + index + (origin == null ? "" : " to " + origin.node());
    }

    /** A frame about a stream that is wanted here. */
    static Frame frame(Verb verb, StreamKey stream) {
        return Publication.frame(verb, stream).build();
    }
}
