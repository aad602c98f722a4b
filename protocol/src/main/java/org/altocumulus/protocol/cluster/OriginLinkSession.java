package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.altocumulus.protocol.wire.GuessLimiter;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The origin's end of one connection from an edge, control or media: which of them, HELLO tells.
 * Nothing reaches the {@link OriginLinkHandler} before the edge has proved itself.
 */
public final class OriginLinkSession extends AcceptedConnection {
    private static final Set<LinkRole> ROLES = Set.of(LinkRole.CONTROL, LinkRole.MEDIA);
    private static final int TOKEN_BYTES = 16;
    private static final long MAX_WAITING_FOR_HELLOS = 64 << 10;

    private final LinkSecurity security;
    private final OriginLinkHandler handler;
    private final MediaQueue queue;
    private final List<InetSocketAddress> clients;
    private final Map<InetSocketAddress, Long> probes = new HashMap<>();
    private final PendingAnswers<List<InetSocketAddress>> introductions = Introduction.pending();
    private final PendingAnswers<Boolean> checks = PublisherCheck.pending();
    private final long patience;
    private long requests;
    private long openedAt;
    private Registration registration;
    private boolean joined;
    private String from = "";

    /** A connection that was just accepted. */
    public static OriginLinkSession accepted(
            OriginLinkSettings settings,
            LinkSecurity security,
            boolean loopback,
            OriginLinkHandler handler,
            long now) {
        MediaQueue queue = new MediaQueue(settings.queue());
        return new OriginLinkSession(settings, security, loopback, handler, queue, now);
    }

    private OriginLinkSession(
            OriginLinkSettings settings,
            LinkSecurity security,
            boolean loopback,
            OriginLinkHandler handler,
            MediaQueue queue,
            long now) {
        super(settings.identity(), security, loopback, ROLES, settings.timing(), queue, now);
        this.security = security;
        this.handler = handler;
        this.queue = queue;
        this.clients = settings.clients();
        this.patience = settings.timing().lost();
    }

    /**
     * Tells where the other end is.
     *
     * @param far its address, or null
     * @param limiter counts wrong proofs of all connections that were accepted here
     */
    public void from(InetSocketAddress far, GuessLimiter limiter) {
        from = far == null ? "" : HostPort.format(far);
        countGuesses(limiter, far == null ? null : far.getAddress());
    }

    /** The other end's address, or empty if it has none. */
    public String from() {
        return from;
    }

    /** Whether this is an edge's media connection. */
    public boolean isMedia() {
        return hello() != null && hello().role() == LinkRole.MEDIA;
    }

    /** What waits to be written to a media connection. */
    public MediaQueue queue() {
        return queue;
    }

    /** On a control connection: send me the media of this publication of yours. */
    public void requestMedia(Publication publication, long now) {
        send(publication.frame(Verb.SEND).build(), now);
    }

    /** On a control connection: nobody wants them any more. */
    public void stopMedia(Publication publication, long now) {
        send(publication.frame(Verb.STOP).build(), now);
    }

    /** On a control connection: the name belongs to another publication. */
    public void revoke(Publication publication, Reason reason, String message, long now) {
        send(
                publication
                        .frame(Verb.REVOKE)
                        .with("reason", reason.token())
                        .with("message", message)
                        .build(),
                now);
    }

    /**
     * On a control connection: somebody else wants the name of that publication of yours. The
     * answer is "not free", at once, where the edge does not know the verb.
     */
    public void check(PublisherCheck check, CheckAnswer answer, long now) {
        long id = ++requests;
        if (state() == LinkState.OPEN
                && version() >= Versions.EDGES_SEARCH
                && checks.add(id, answer::answered, now)) {
            send(check.toFrame().withId(id), now);
        } else {
            answer.answered(false, now);
        }
    }

    /** On a control connection: a newer session of that client is elsewhere. */
    public void evict(PeerId peer, long now) {
        send(PeerFrames.evict(peer), now);
    }

    /** On a control connection: tell that client of yours of who asks for it. */
    public void introduce(Introduction introduction, IntroductionAnswer answer, long now) {
        long id = ++requests;
        if (state() == LinkState.OPEN && introductions.add(id, answer::answered, now)) {
            send(introduction.toFrame().withId(id), now);
        } else {
            answer.answered(List.of(), now);
        }
    }

    /** On a control connection: take no newcomers. */
    public void requestDrain(long now) {
        send(Frame.of(Verb.DRAIN).build(), now);
    }

    /**
     * On a control connection: answer this hello. Not told to an edge that does not know the verb
     * or reads slowly, as a client does without.
     *
     * @return whether it is told
     */
    public boolean forwardHello(ForwardedHello hello, long now) {
        if (version() < Versions.WHOLE_CLUSTER || waiting() > MAX_WAITING_FOR_HELLOS) {
            return false;
        }
        send(hello.toFrame(), now);
        return true;
    }

    /** On a control connection: the result of a probe that was asked for. */
    public void probed(InetSocketAddress address, boolean answered, long now) {
        Long id = probes.remove(address);
        if (id != null) {
            respond(id, Probe.result(address, answered), now);
        }
    }

    /** On a control connection: another edge will pull a stream of yours. */
    public void offer(PullOffer offer, long now) {
        send(offer.toFrame(), now);
    }

    /** On a control connection: pull a stream that you want from there. */
    public void source(PullSource source, long now) {
        send(source.toFrame(), now);
    }

    /** On a control connection: another edge can be pulled from, or is gone. */
    public void otherEdge(OtherEdge edge, long now) {
        send(edge.toFrame(), now);
    }

    /** On a media connection: queues what the edge wants. */
    public void forward(StreamEvent event, long now) {
        offer(event, now);
    }

    @Override
    void admit() throws LinkRefusal {
        if (isMedia()) {
            handler.admitMedia(this, hello().session());
            allowBodies();
        }
    }

    @Override
    void opened(long now) {
        openedAt = now;
        if (isMedia()) {
            joined = true;
            handler.mediaJoined(this, now);
        }
    }

    @Override
    void handle(Verb verb, Frame frame, long now) throws LinkRefusal {
        if (verb == Verb.OK) {
            if (!checks.done(frame.id(), PublisherCheck.isFree(frame), now)) {
                Introduction.answered(introductions, frame, now);
            }
            return;
        }
        if (isMedia()) {
            handler.media(this, StreamEvent.read(verb, frame), now);
            return;
        }
        if (verb == Verb.REGISTER) {
            respond(frame.id(), register(frame, now), now);
            return;
        }
        if (!joined) {
            throw new LinkRefusal(Reason.UNEXPECTED, verb + " before REGISTER");
        }
        Frame answer = control(verb, frame, now);
        if (answer != null && frame.id() != Frame.NO_ID) {
            respond(frame.id(), answer, now);
        }
    }

    private Frame register(Frame frame, long now) throws LinkRefusal {
        if (joined) {
            throw new LinkRefusal(Reason.UNEXPECTED, "registered already");
        }
        String token = HexFormat.of().formatHex(security.random(TOKEN_BYTES));
        Registration read = Registration.read(frame);
        handler.register(this, read, token, now);
        registration = read;
        joined = true;
        Frame.Builder answer = Frame.of(Verb.REGISTERED).with("session", token);
        if (!clients.isEmpty()) {
            answer.with("clients", Registration.written(clients));
        }
        return answer.build();
    }

    private void probe(InetSocketAddress address, long id, long now) throws LinkRefusal {
        if (!registration.advertised().contains(address)) {
            throw Frame.bad("address", HostPort.format(address), "one that is advertised");
        }
        probes.put(address, id);
        handler.probe(this, address, now);
    }

    /** A frame of a registered edge; the answer, or null if that comes later. */
    private Frame control(Verb verb, Frame frame, long now) throws LinkRefusal {
        Frame.Builder answer = Frame.of(Verb.OK);
        switch (verb) {
            case PROBE -> {
                probe(Probe.address(frame), frame.id(), now);
                return null;
            }
            case LOAD -> handler.load(this, LoadReport.read(frame), now);
            case PUBLISH -> handler.publish(this, PublishRequest.read(frame), now);
            case UNPUBLISH -> handler.unpublish(this, Publication.read(frame), now);
            case WANT -> name(handler.want(this, Publication.stream(frame), now), answer);
            case RELAY -> name(handler.relay(this, Publication.read(frame), now), answer);
            case UNWANT -> handler.unwant(this, Publication.stream(frame), now);
            case SYNCED -> handler.synced(this, now);
            case PEERS -> {
                present(PeerFrames.readPresent(frame), frame.id(), now);
                return null;
            }
            case GONE -> handler.gone(this, PeerFrames.readGone(frame), now);
            case INTRODUCE -> {
                introduce(Introduction.read(frame), frame.id(), now);
                return null;
            }
            case CHECK -> {
                long id = frame.id();
                handler.check(
                        this,
                        PublisherCheck.read(frame),
                        (free, at) -> respond(id, PublisherCheck.answer(free), at),
                        now);
                return null;
            }
            case DRAIN -> handler.draining(this, now);
            default ->
                    throw new LinkRefusal(
                            Reason.UNEXPECTED,
                            verb + " is not for the origin's control connection");
        }
        return answer.build();
    }

    /** An edge obeys EVICT only of what is answered: its session may be a newer one by then. */
    private void present(List<PresentPeer> peers, long id, long now) {
        List<PeerId> older = handler.present(this, peers, now);
        if (id != Frame.NO_ID) {
            respond(id, Frame.of(Verb.OK).build(), now);
        }
        older.forEach(peer -> evict(peer, now));
    }

    private void introduce(Introduction introduction, long id, long now) {
        handler.introduce(
                this,
                introduction,
                (addresses, at) -> respond(id, Introduction.answer(addresses), at),
                now);
    }

    @Override
    void requests(long now) {
        introductions.tick(now);
        checks.tick(now);
        if (isOpenForNothing() && now - openedAt >= patience) {
            close(Reason.HANDSHAKE_TIMEOUT, "no REGISTER in time", now);
        }
    }

    @Override
    long requestDelay(long now) {
        long delay = Math.min(introductions.delay(now), checks.delay(now));
        return isOpenForNothing() ? Math.min(delay, patience - (now - openedAt)) : delay;
    }

    /** A place is for an edge, not for who has proved himself and says no more. */
    private boolean isOpenForNothing() {
        return state() == LinkState.OPEN && !joined;
    }

    private static void name(Publication found, Frame.Builder answer) {
        if (found != null) {
            answer.with("publication", found.token());
        }
    }

    @Override
    void heard(long now) {
        if (joined && !isMedia()) {
            handler.heard(this, now);
        }
    }

    @Override
    void refused(Frame error, long now) {
        if (!checks.refused(error, now) && joined && !introductions.refused(error, now)) {
            handler.failed(this, error.text("reason", ""), error.text("message", ""));
        }
    }

    @Override
    void ended(Reason reason, String message, long now) {
        introductions.end(List.of(), now);
        // What the edge published has gone with its connection.
        checks.end(true, now);
        if (joined) {
            handler.ended(this, reason, message, now);
        } else {
            handler.rejected(this, reason, message);
        }
    }
}
