package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** The edge's end of the control connection: requests with their answers, and what it is told. */
final class EdgeControl extends EdgeConnection {
    private static final long FIRST_ID = 3;

    private final Handler handler;
    private final Map<Long, Answer> answers = new HashMap<>();

    /** Probes, which the origin answers when a client would have given up. */
    private final Map<Long, Answer> probing = new HashMap<>();

    private final PendingAnswers<List<InetSocketAddress>> introductions = Introduction.pending();

    /** Apart from {@link #answers}: they take seconds, which says nothing of the origin. */
    private final PendingAnswers<Boolean> checks = PublisherCheck.pending();

    private long nextId = FIRST_ID;

    /** Since when there has been anything that the origin is to answer at once. */
    private long askedSince;

    /** Whether a PING is among that. */
    private boolean pinged;

    private String session = "";
    private List<InetSocketAddress> originClients = List.of();

    /** What the connection tells. */
    interface Handler {
        void opened(NodeIdentity origin, long now);

        /** A request was answered, and so there is room for others. */
        void answered(long now);

        void send(Publication publication, long now) throws LinkRefusal;

        void stop(Publication publication, long now);

        void revoked(Publication publication, Reason reason, String message, long now);

        void drainRequested();

        void forwarded(ForwardedHello hello);

        void offered(PullOffer offer, long now) throws LinkRefusal;

        void source(PullSource source, long now) throws LinkRefusal;

        void otherEdge(OtherEdge edge, long now);

        void evicted(PeerId peer);

        void check(PublisherCheck check, CheckAnswer answer, long now);

        List<InetSocketAddress> introduced(Introduction introduction);

        void controlEnded(Reason reason, String message, long now);
    }

    /** What to do with the answer to a request. */
    interface Answer {
        /** The answer, other than ERROR. */
        void done(Frame answer, long now) throws LinkRefusal;

        /** The request was refused. */
        default void refused(Reason reason, String message, long now) {}
    }

    EdgeControl(
            EdgeLinkSettings settings,
            EdgeProver prover,
            boolean loopback,
            Handler handler,
            long now) {
        super(
                settings,
                prover,
                settings.hello(LinkRole.CONTROL, "", prover.security()),
                loopback,
                null,
                now);
        this.handler = handler;
    }

    /** The session that REGISTERED named, or empty before. */
    String session() {
        return session;
    }

    /** Where clients reach the origin, if REGISTERED said so. */
    List<InetSocketAddress> originClients() {
        return originClients;
    }

    /** Whether the edge is registered, so that it can announce. */
    boolean isRegistered() {
        return state() == LinkState.OPEN && !session.isEmpty();
    }

    /** Requests whose answers have not come. */
    int unanswered() {
        return answers.size();
    }

    /**
     * Nanoseconds for which an answer that is due at once has been waited for without hearing
     * anything; 0 if there is none to wait for.
     */
    long unanswered(long now) {
        return isAsking() ? Math.min(now - askedSince, silence(now)) : 0;
    }

    /** Whether the origin is to answer something at once. */
    boolean isAsking() {
        return pinged || !answers.isEmpty();
    }

    /** Asks the origin for a sign of life, unless it is asked for anything already. */
    void ping(long now) {
        if (!isAsking()) {
            asking(now);
            pinged = true;
            send(Frame.of(Verb.PING).build(), now);
        }
    }

    private void asking(long now) {
        askedSince = isAsking() ? askedSince : now;
    }

    @Override
    void heard(long now) {
        pinged = false;
    }

    void request(Frame frame, Answer answer, long now) {
        asking(now);
        long id = nextId++;
        answers.put(id, answer);
        send(frame.withId(id), now);
    }

    /** REGISTER; a refusal ends the connection. */
    void register(Registration registration, LongConsumer registered, long now) {
        request(
                registration.toFrame(),
                new Answer() {
                    @Override
                    public void done(Frame answer, long at) throws LinkRefusal {
                        String clients = answer.text("clients", "");
                        if (!clients.isEmpty()) {
                            originClients = Registration.addresses("clients", clients);
                        }
                        session = Hello.session(answer);
                        registered.accept(at);
                    }

                    @Override
                    public void refused(Reason reason, String message, long at) {
                        close(reason, message, at);
                    }
                },
                now);
    }

    /** PROBE of one of the advertised addresses. */
    void probe(InetSocketAddress address, ProbeAnswer answer, long now) {
        long id = nextId++;
        probing.put(id, (frame, at) -> answer.probed(address, Probe.isAnswered(frame), at));
        send(Probe.request(address).withId(id), now);
    }

    /** INTRODUCE; the answer is empty if too many are asked for already. */
    void introduce(Introduction introduction, IntroductionAnswer answer, long now) {
        long id = nextId++;
        if (introductions.add(id, answer::answered, now)) {
            send(introduction.toFrame().withId(id), now);
        } else {
            answer.answered(List.of(), now);
        }
    }

    /** CHECK; the answer is "not free" if too many are asked for already. */
    void check(PublisherCheck check, CheckAnswer answer, long now) {
        long id = nextId++;
        if (checks.add(id, answer::answered, now)) {
            send(check.toFrame().withId(id), now);
        } else {
            answer.answered(false, now);
        }
    }

    /** Receives the result of a probe. */
    interface ProbeAnswer {
        void probed(InetSocketAddress address, boolean answered, long now);
    }

    @Override
    void opened(NodeIdentity origin, long now) {
        handler.opened(origin, now);
    }

    @Override
    void handle(Verb verb, Frame frame, long now) throws LinkRefusal {
        switch (verb) {
            case OK, REGISTERED, PROBED -> {
                Answer answer = answerTo(frame);
                if (answer != null) {
                    answer.done(frame, now);
                    handler.answered(now);
                } else if (!checks.done(frame.id(), PublisherCheck.isFree(frame), now)) {
                    Introduction.answered(introductions, frame, now);
                }
                return;
            }
            case INTRODUCE -> {
                Introduction asked = Introduction.read(frame);
                respond(frame.id(), Introduction.answer(handler.introduced(asked)), now);
                return;
            }
            case CHECK -> {
                long id = frame.id();
                handler.check(
                        PublisherCheck.read(frame),
                        (free, at) -> respond(id, PublisherCheck.answer(free), at),
                        now);
                return;
            }
            case EVICT -> handler.evicted(PeerFrames.peer(frame));
            case SEND -> handler.send(Publication.read(frame), now);
            case STOP -> handler.stop(Publication.read(frame), now);
            case REVOKE ->
                    handler.revoked(
                            Publication.read(frame), reason(frame), frame.text("message", ""), now);
            case DRAIN -> handler.drainRequested();
            case FORWARD -> handler.forwarded(ForwardedHello.read(frame));
            case OFFER -> handler.offered(PullOffer.read(frame), now);
            case EDGE -> handler.otherEdge(OtherEdge.read(frame), now);
            case SOURCE -> handler.source(PullSource.read(frame), now);
            default ->
                    throw new LinkRefusal(
                            Reason.UNEXPECTED, verb + " is not for the edge's control connection");
        }
        if (frame.id() != Frame.NO_ID) {
            respond(frame.id(), Frame.of(Verb.OK).build(), now);
        }
    }

    private Answer answerTo(Frame frame) {
        Answer answer = answers.remove(frame.id());
        return answer == null ? probing.remove(frame.id()) : answer;
    }

    @Override
    void requests(long now) {
        introductions.tick(now);
        checks.tick(now);
    }

    @Override
    long requestDelay(long now) {
        return Math.min(introductions.delay(now), checks.delay(now));
    }

    @Override
    void failed(Frame error, long now) {
        Answer answer = answerTo(error);
        if (answer != null) {
            answer.refused(reason(error), error.text("message", ""), now);
            handler.answered(now);
        } else if (!checks.refused(error, now)) {
            introductions.refused(error, now);
        }
    }

    @Override
    void ended(Reason reason, String message, long now) {
        answers.clear();
        probing.clear();
        introductions.end(List.of(), now);
        checks.end(false, now);
        handler.controlEnded(reason, message, now);
    }
}
