package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.altocumulus.protocol.chunk.CookieChange;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.ResponderKeying;
import org.altocumulus.protocol.wire.WireException;

/**
 * The part of a {@link HandshakeResponder} that keeps something: IIKeyings, and the sessions that
 * come of them until these are confirmed. Belongs to one event loop.
 */
final class KeyingResponder {
    private static final byte[] SIGNATURE = {'X'};

    private final SessionContext context;
    private final HandshakeResponder.Host host;
    private final Identity identity;
    private final KeyingPolicy policy;
    private final CookieFactory cookies;
    private final StartupPackets packets;
    private final Glare glare;
    private final Map<InetSocketAddress, ResponderOpening> openings = new HashMap<>();

    /** Those of them that are not confirmed, the oldest first. */
    private final Set<ResponderOpening> halfOpen = new LinkedHashSet<>();

    private final KeptAnswers keptAnswers = new KeptAnswers();

    KeyingResponder(
            SessionContext context,
            HandshakeResponder.Host host,
            Identity identity,
            KeyingPolicy policy,
            CookieFactory cookies,
            StartupPackets packets) {
        this.context = context;
        this.host = host;
        this.identity = identity;
        this.policy = policy;
        this.cookies = cookies;
        this.packets = packets;
        this.glare = new Glare(identity.certificate(), host);
    }

    /** Takes an IIKeying that came to this endpoint. */
    void onKeying(long now, long wallMillis, IIKeying keying, InetSocketAddress from)
            throws WireException {
        switch (cookies.check(keying.cookieEcho(), wallMillis, from)) {
            case VALID -> onProvenKeying(now, wallMillis, keying, from);
            case OTHER_ADDRESS -> {
                byte[] fresh = cookies.bake(wallMillis, from);
                CookieChange change = new CookieChange(keying.cookieEcho(), fresh);
                packets.send(now, change, keying.initiatorSessionId(), from, host);
            }
            case EXPIRED -> context.counters.discard(Discard.EXPIRED_COOKIE);
            case FORGED -> context.counters.discard(Discard.FORGED_COOKIE);
        }
    }

    private void onProvenKeying(long now, long wallMillis, IIKeying keying, InetSocketAddress from)
            throws WireException {
        ResponderOpening existing = openings.get(from);
        if (existing != null && existing.isRepeatedBy(keying)) {
            repeatAnswer(now, existing);
            return;
        }
        if (existing != null && existing.session == null) {
            context.counters.discard(Discard.KEYING_BUSY);
            return;
        }
        if (keying.initiatorSessionId() == 0) {
            context.counters.discard(Discard.BAD_KEYING);
            return;
        }
        Certificate far = Certificate.parse(keying.certificate());
        long age = MILLISECONDS.toNanos(CookieFactory.age(keying.cookieEcho(), wallMillis));
        if (glare.prevails(far, from, now - age)) {
            context.counters.discard(Discard.GLARE);
            return;
        }
        if (!host.admits()) {
            context.counters.discard(Discard.SESSIONS_FULL);
            return;
        }
        if (!admitsHalfOpen(from.getAddress())) {
            return;
        }
        ResponderOpening opening =
                new ResponderOpening(keying, from, now - age, confirmedBefore(existing));
        halfOpen.add(opening);
        boolean accepted =
                host.submit(
                        () ->
                                ResponderKeying.respond(
                                        identity, policy, far, keying.component(), context.random),
                        (later, agreed, failure) -> onAgreed(later, opening, far, agreed));
        if (!accepted) {
            endHalfOpen(opening);
            context.counters.discard(Discard.KEYING_BUSY);
            return;
        }
        openings.put(from, opening);
        if (existing != null && existing != opening.previous) {
            endHalfOpen(existing);
            existing.session.terminate(CloseReason.SUPERSEDED);
        }
    }

    /** Counts one more from that source, for which the oldest half-open session may have to end. */
    private boolean admitsHalfOpen(InetAddress source) {
        Discard refused = host.admitHalfOpen(source);
        if (refused == Discard.HALF_OPEN_FULL && endOldestHalfOpen()) {
            refused = host.admitHalfOpen(source);
        }
        if (refused != null) {
            context.counters.discard(refused);
        }
        return refused == null;
    }

    private boolean endOldestHalfOpen() {
        for (ResponderOpening opening : halfOpen) {
            if (opening.session != null) {
                context.counters.discard(Discard.HALF_OPEN_ENDED);
                opening.session.terminate(CloseReason.UNCONFIRMED);
                return true;
            }
        }
        return false;
    }

    private void endHalfOpen(ResponderOpening opening) {
        if (halfOpen.remove(opening)) {
            host.halfOpenEnded(opening.from.getAddress());
        }
    }

    /** Of attempts that nobody has confirmed only the latest is kept. */
    private static ResponderOpening confirmedBefore(ResponderOpening existing) {
        return existing == null || existing.confirmed ? existing : existing.previous;
    }

    private void repeatAnswer(long now, ResponderOpening opening) {
        if (opening.answer != null) {
            if (!opening.confirmed) {
                opening.session.keep(now);
                limit(opening.session, now);
            }
            packets.send(now, opening.answer, opening.initiatorId, opening.from, host);
        } else if (opening.session != null) {
            context.counters.discard(Discard.STALE_KEYING);
        }
    }

    private void onAgreed(
            long now, ResponderOpening opening, Certificate far, ResponderKeying agreed) {
        InetSocketAddress from = opening.from;
        context.counters.keyAgreements.increment();
        if (agreed == null || !host.admits()) {
            context.counters.discard(agreed == null ? Discard.BAD_KEYING : Discard.SESSIONS_FULL);
            forget(opening);
            return;
        }
        if (glare.prevails(far, from, opening.begunAt)) {
            // This end has begun to open itself in the meantime, and the other end answers.
            context.counters.discard(Discard.GLARE);
            forget(opening);
            return;
        }
        glare.yieldTo(far, from);
        int nearId = host.newSessionId();
        opening.answer = new RIKeying(nearId, agreed.component(), SIGNATURE);
        SessionIdentity settled =
                new SessionIdentity(
                        Role.RESPONDER, nearId, opening.initiatorId, far, agreed.keys());
        opening.session = host.open(now, settled, from);
        limit(opening.session, now);
        context.counters.sessionsOpened.increment();
        packets.send(now, opening.answer, opening.initiatorId, from, host);
    }

    private void limit(Session session, long now) {
        long limit = host.confirmLimit();
        session.endBy(limit == Long.MAX_VALUE ? limit : now + limit);
    }

    private void forget(ResponderOpening opening) {
        endHalfOpen(opening);
        if (opening.previous == null || opening.previous.session.state() == Session.State.CLOSED) {
            openings.remove(opening.from, opening);
        } else {
            openings.put(opening.from, opening.previous);
        }
    }

    /** Addresses of which something is kept. */
    int openings() {
        return openings.size();
    }

    /** Sessions that are half-open, those included whose keys are being agreed on. */
    int halfOpen() {
        return halfOpen.size();
    }

    /**
     * The first packet of a session that this responder opened has decrypted. From now on the
     * session may last.
     */
    void onConfirmed(Session session) {
        ResponderOpening opening = openings.get(session.openedFrom());
        if (opening == null || opening.session != session) {
            return;
        }
        endHalfOpen(opening);
        opening.confirmed = true;
        session.endBy(Long.MAX_VALUE);
        keptAnswers.keep(opening, session.heardAt());
        ResponderOpening previous = opening.previous;
        opening.previous = null;
        if (previous != null && previous.session.address().equals(session.openedFrom())) {
            previous.session.abort(CloseReason.SUPERSEDED, host, session.heardAt());
        }
    }

    /** When {@link #expire} is to be called; {@code Long.MAX_VALUE} for never. */
    long deadline() {
        return keptAnswers.deadline();
    }

    /** Gives up what was kept for so long only. */
    void expire(long now) {
        keptAnswers.expire(now);
    }

    /** A session is over. */
    void onTerminated(Session session) {
        ResponderOpening opening = openings.get(session.openedFrom());
        if (opening != null && opening.session == session) {
            forget(opening);
        }
    }
}
