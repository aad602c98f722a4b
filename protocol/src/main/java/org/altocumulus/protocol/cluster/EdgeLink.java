package org.altocumulus.protocol.cluster;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.message.StreamKey;

/**
 * An edge's link to one origin: keeps the two connections alive, registers, announces what the edge
 * has, and carries media. It knows the whole state to announce, so that after a reconnect it tells
 * all of it again; the host only reports changes.
 *
 * <p>The host calls {@link #start}, dials when {@linkplain EdgeLinkDialer#dial asked}, drives each
 * {@link LinkConnection} that it gets (but for its {@code tick}, which is called from here), and
 * calls {@link #tick} after {@link #delay}. The delay changes with every other call.
 */
public final class EdgeLink {
    private static final long PROBE_AGAIN = TimeUnit.SECONDS.toNanos(10);

    private final EdgeLinkSettings settings;
    private final LinkSecurity security;
    private final EdgeLinkDialer dialer;
    private final EdgeLinkListener listener;
    private final LinkDialer controlDialer;
    private final LinkDialer mediaDialer;
    private final PublishedStreams published;
    private final WantedStreams wanted;
    private final LoadReporter load;
    private final EdgeLinkProbes probes;

    private EdgeControl control;
    private EdgeMedia media;
    private long publications;
    private long mediaDropped;
    private boolean synced;
    private boolean draining;
    private boolean closed;

    /**
     * @param random for the jitter of retries; need not be strong
     */
    public EdgeLink(
            EdgeLinkSettings settings,
            LinkSecurity security,
            RandomGenerator random,
            EdgeLinkDialer dialer,
            EdgeLinkListener listener,
            long now) {
        this.settings = settings;
        this.security = security;
        this.dialer = dialer;
        this.listener = listener;
        LinkTiming timing = settings.timing();
        controlDialer = new LinkDialer(new Backoff(random, timing.retryMin(), timing.retryMax()));
        mediaDialer = new LinkDialer(new Backoff(random, timing.retryMin(), timing.retryMax()));
        published = new PublishedStreams(listener, timing.request());
        wanted = new WantedStreams(listener);
        load = new LoadReporter(timing.report(), now);
        probes = new EdgeLinkProbes(listener, PROBE_AGAIN);
    }

    /** Begins to connect. */
    public void start(long now) {
        controlDialer.on(now);
        tick(now);
    }

    /**
     * A TCP connection for {@code role} is there.
     *
     * @param loopback whether both of its ends are loopback addresses
     * @return what drives it, or null if it is no longer wanted and is to be closed
     */
    public LinkConnection connected(LinkRole role, boolean loopback, long now) {
        if (role == LinkRole.CONTROL) {
            if (!controlDialer.connected()) {
                return null;
            }
            control = new EdgeControl(settings, security, loopback, new ControlEvents(), now);
            return begun(control, now);
        }
        if (!mediaDialer.connected()) {
            return null;
        }
        MediaQueue queue = new MediaQueue(settings.queue());
        String session = control.session();
        media = new EdgeMedia(settings, security, session, loopback, queue, new MediaEvents(), now);
        return begun(media, now);
    }

    /** Dialling for {@code role} failed. */
    public void dialFailed(LinkRole role, String message, long now) {
        if (role == LinkRole.MEDIA) {
            mediaDialer.failed(now);
        } else if (control == null && !closed) {
            controlDialer.failed(now);
            listener.left(Reason.DISCONNECTED, message);
        }
    }

    /** Does what has become due. */
    public void tick(long now) {
        if (controlDialer.tick(now)) {
            dialer.dial(LinkRole.CONTROL);
        }
        if (mediaDialer.tick(now)) {
            dialer.dial(LinkRole.MEDIA);
        }
        if (control != null) {
            control.tick(now);
        }
        if (media != null) {
            media.tick(now);
        }
        published.tick(now);
        if (isRegistered()) {
            probes.tick(control, now);
            if (load.delay(now) <= 0) {
                report(now);
            }
        }
    }

    /** Nanoseconds until {@link #tick} has something to do, 0 or more. */
    public long delay(long now) {
        long delay = Math.min(controlDialer.delay(now), mediaDialer.delay(now));
        delay = Math.min(delay, Math.min(published.delay(now), probes.delay(now)));
        if (control != null) {
            delay = Math.min(delay, control.delay(now));
        }
        if (media != null) {
            delay = Math.min(delay, media.delay(now));
        }
        if (isRegistered()) {
            delay = Math.min(delay, load.delay(now));
        }
        return Math.max(0, delay);
    }

    /** The number of sessions that are open. */
    public void clients(int count, long now) {
        load.clients(count);
        tick(now);
    }

    /**
     * A client publishes; whether it may is told to the listener after this has returned. The
     * stream has to be unpublished before it is published again.
     */
    public Publication publish(StreamKey stream, long now) {
        String token = settings.identity().instance() + '-' + ++publications;
        Publication publication = new Publication(stream, token);
        published.add(publication, now);
        published.announce(publication, control, now);
        return publication;
    }

    /** The publishing is over; all of its media were given to {@link #media}. */
    public void unpublish(Publication publication, long now) {
        PublishedStreams.Removed removed = published.remove(publication);
        if (removed == PublishedStreams.Removed.WANTED) {
            offer(new StreamEnd(publication), now);
        }
        if (removed != PublishedStreams.Removed.NOTHING) {
            tell(publication.frame(Verb.UNPUBLISH).build(), now);
        }
    }

    /** A message of a stream that is published here; goes out if another edge wants it. */
    public void media(MediaFrame frame, long now) {
        if (published.isWanted(frame.stream())) {
            offer(frame, now);
        }
    }

    /** Someone here plays a stream that is not published here. */
    public void want(StreamKey stream, long now) {
        if (wanted.want(stream)) {
            askFor(stream, now);
        }
    }

    /** Nobody here plays it any more. */
    public void unwant(StreamKey stream, long now) {
        if (wanted.unwant(stream)) {
            tell(Publication.frame(Verb.UNWANT, stream).build(), now);
        }
    }

    /** Asks the origin to send no newcomers; also after a reconnect. */
    public void drain(long now) {
        draining = true;
        tell(Frame.of(Verb.DRAIN).build(), now);
    }

    /** Says goodbye and dials no more. */
    public void close(long now) {
        closed = true;
        controlDialer.off();
        if (control != null) {
            control.close(Reason.SHUTDOWN, "the edge stops", now);
        }
    }

    /** How the link is. */
    public EdgeLinkStatus status(long now) {
        boolean open = media != null && media.state() == LinkState.OPEN;
        long dropped = mediaDropped + (media == null ? 0 : media.queue().dropped());
        return new EdgeLinkStatus(
                isRegistered(), synced, open, load.age(now), dropped, wanted.lost());
    }

    private static LinkConnection begun(EdgeConnection connection, long now) {
        connection.begin(now);
        return connection;
    }

    private boolean isRegistered() {
        return control != null && control.isRegistered();
    }

    private void tell(Frame frame, long now) {
        if (isRegistered()) {
            control.request(frame, (answer, at) -> {}, now);
        }
    }

    private void report(long now) {
        Frame frame = load.report(now).toFrame();
        control.request(frame, (answer, at) -> load.accepted(at), now);
    }

    private void askFor(StreamKey stream, long now) {
        if (isRegistered()) {
            control.request(
                    Publication.frame(Verb.WANT, stream).build(),
                    (answer, at) -> wanted.current(stream, answer.text("publication", null)),
                    now);
        }
    }

    private void offer(StreamEvent event, long now) {
        if (media != null) {
            media.offer(event, now);
        }
    }

    private void replay(Publication publication, long now) {
        offer(new StreamStart(publication), now);
        if (media != null && media.state() == LinkState.OPEN) {
            listener.replay(publication);
        }
    }

    /** Everything that the origin has to know, then SYNCED. */
    private void announce(NodeIdentity origin, long now) {
        controlDialer.succeeded();
        mediaDialer.on(now);
        probes.begin(settings.registration().advertised(), control, now);
        report(now);
        published.announceAll(control, now);
        wanted.all().forEach(stream -> askFor(stream, now));
        if (draining) {
            tell(Frame.of(Verb.DRAIN).build(), now);
        }
        control.request(Frame.of(Verb.SYNCED).build(), (answer, at) -> synced = true, now);
        listener.joined(origin);
    }

    private final class ControlEvents implements EdgeControl.Handler {
        @Override
        public void opened(NodeIdentity origin, long now) {
            control.register(settings.registration(), at -> announce(origin, at), now);
        }

        @Override
        public void send(Publication publication, long now) throws LinkRefusal {
            if (!published.wanted(publication, true)) {
                throw new LinkRefusal(Reason.NOT_PUBLISHED, publication + " is not here");
            }
            replay(publication, now);
        }

        @Override
        public void stop(Publication publication, long now) {
            if (published.wanted(publication, false) && media != null) {
                media.queue().discard(publication.stream());
            }
        }

        @Override
        public void revoked(Publication publication, Reason reason, String message) {
            published.refuse(publication, reason, message);
        }

        @Override
        public void drainRequested() {
            listener.drainRequested();
        }

        @Override
        public void controlEnded(Reason reason, String message, long now) {
            control = null;
            synced = false;
            probes.end();
            mediaDialer.off();
            if (media != null) {
                media.close(Reason.CONTROL_LOST, "the control connection ended", now);
            }
            published.originLost();
            controlDialer.failed(now);
            if (!closed) {
                listener.left(reason, message);
            }
        }
    }

    private final class MediaEvents implements EdgeMedia.Handler {
        @Override
        public void mediaOpened(long now) {
            mediaDialer.succeeded();
            published.wanted().forEach(publication -> replay(publication, now));
            // An END may have been lost with the connection before.
            wanted.started().forEach(stream -> askFor(stream, now));
        }

        @Override
        public void received(StreamEvent event, long now) {
            wanted.received(event);
        }

        @Override
        public void mediaEnded(Reason reason, String message, long now) {
            mediaDropped += media.queue().dropped();
            media = null;
            mediaDialer.failed(now);
        }
    }
}
