package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.GuessLimiter;

/**
 * Other edges that pull what is published here. A stream goes out for a ticket of the origin, which
 * is good once, or to an edge that looks for it by itself, because no origin answers it. Nothing
 * but what is published here is given, so that no stream goes in a circle.
 */
final class PullServer {
    /** Connections that have not proved themselves. */
    static final int MAX_STRANGERS = 64;

    /** Edges that are connected at a time. */
    static final int MAX_PULLERS = 256;

    /** Those of them that pull, each with a queue of its own; others get media of the origin. */
    static final int MAX_PULLING = 64;

    /** Streams that one edge looks for here. */
    static final int MAX_WISHES = 4096;

    /** Tickets that are kept, oldest forgotten first. */
    static final int MAX_OFFERS = 4096;

    /** WANTs of one edge that wait for their OFFER, which comes another way. */
    static final int MAX_WAITING = 64;

    private static final long OFFER_LIFE = TimeUnit.SECONDS.toNanos(10);

    private final EdgeLinkSettings settings;
    private final LinkSecurity security;
    private final Publisher publisher;
    private final PullSession.Handler handler = new Sessions();
    private final Set<PullSession> sessions = new LinkedHashSet<>();
    private final Map<String, PullSession> pullers = new HashMap<>();
    private final Map<String, Offered> offers = new LinkedHashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final GuessLimiter guesses = new GuessLimiter();
    private EdgePulls.Rejections rejections = (from, reason, message) -> {};
    private long dropped;

    /** The edge that publishes. */
    interface Publisher {
        boolean isPublished(Publication publication);

        /** What is published of the stream, and accepted; or null. */
        Publication accepted(StreamKey stream);

        /** Has what late joiners need repeated, soon. */
        void replay(Publication publication);

        /**
         * What has come behind that position, after which all that is new will come.
         *
         * @param known may be null
         * @return null if that is not known any more, and a repetition is needed
         */
        List<MediaFrame> missed(Publication publication, StreamPosition known);

        /** One edge less pulls it. */
        void left(Publication publication);

        /** As {@link #left}, but the edge may come back soon. */
        void lost(Publication publication, long now);

        /** Another edge wants the name of a publication: is its publisher still there? */
        void check(PublisherCheck check, CheckAnswer answer, long now);
    }

    private record Offered(PullOffer offer, long until) {}

    private record Waiting(
            PullSession session,
            Publication publication,
            String ticket,
            StreamPosition known,
            long id,
            long until) {}

    PullServer(EdgeLinkSettings settings, LinkSecurity security, Publisher publisher) {
        this.settings = settings;
        this.security = security;
        this.publisher = publisher;
    }

    /** Has connections told that end before the other end is admitted. */
    void onRejected(EdgePulls.Rejections listener) {
        rejections = listener;
    }

    /** A TCP connection was accepted; null if it is to be closed. */
    LinkConnection accept(boolean loopback, long now) {
        return accept(loopback, null, now);
    }

    /**
     * As the other.
     *
     * @param far the address of the other end, or null
     */
    LinkConnection accept(boolean loopback, InetSocketAddress far, long now) {
        long strangers = sessions.stream().filter(s -> s.state() != LinkState.OPEN).count();
        if (strangers >= MAX_STRANGERS) {
            return null;
        }
        PullSession session = new PullSession(settings, security, loopback, handler, now);
        session.from(far, guesses);
        sessions.add(session);
        return session;
    }

    /** The origin says who will pull something. */
    void offer(PullOffer offer, long now) {
        Iterator<Offered> oldest = offers.values().iterator();
        while (oldest.hasNext()
                && (now - oldest.next().until >= 0 || offers.size() >= MAX_OFFERS)) {
            oldest.remove();
        }
        offers.put(offer.ticket(), new Offered(offer, now + OFFER_LIFE));
        for (Waiting want : List.copyOf(waiting)) {
            if (want.ticket.equals(offer.ticket()) && waiting.remove(want)) {
                grant(want, now);
            }
        }
    }

    /** A repetition begins, {@code highest} being the newest message so far. */
    void replaying(Publication publication, long highest) {
        pullers.values().forEach(session -> session.replaying(publication, highest));
    }

    /** A message of what is published here, new or repeated. */
    void media(Publication publication, MediaFrame frame, long now) {
        for (PullSession session : pullers.values().toArray(new PullSession[0])) {
            session.media(publication, frame, now);
        }
    }

    /** A publication of this edge is accepted: it goes to those who look for it. */
    void published(Publication publication, long now) {
        for (PullSession session : List.copyOf(pullers.values())) {
            if (session.wishes(publication.stream())) {
                give(session, publication, null, now);
            }
        }
    }

    private void give(
            PullSession session, Publication publication, StreamPosition known, long now) {
        if (session.pulls(publication) || !mayPull(session)) {
            return;
        }
        List<MediaFrame> missed = publisher.missed(publication, known);
        if (missed == null) {
            session.begin(publication, now);
            publisher.replay(publication);
        } else {
            session.resume(publication, missed, known.sequence(), now);
        }
    }

    private boolean mayPull(PullSession session) {
        return session.isPulling()
                || pullers.values().stream().filter(PullSession::isPulling).count() < MAX_PULLING;
    }

    /** A publication of this edge is over. */
    void end(Publication publication, long now) {
        List.copyOf(pullers.values()).forEach(session -> session.end(publication, now));
    }

    /** Whether an edge pulls that publication. */
    boolean isPulled(Publication publication) {
        return pullers.values().stream().anyMatch(session -> session.pulls(publication));
    }

    void tick(long now) {
        List.copyOf(sessions).forEach(session -> session.tick(now));
        for (Waiting want : List.copyOf(waiting)) {
            if (now - want.until >= 0 && waiting.remove(want)) {
                refuse(want, Reason.NOT_OFFERED, "the origin has not offered it", now);
            }
        }
    }

    long delay(long now) {
        long delay = Long.MAX_VALUE;
        for (PullSession session : sessions) {
            delay = Math.min(delay, session.delay(now));
        }
        for (Waiting want : waiting) {
            delay = Math.min(delay, want.until - now);
        }
        return delay;
    }

    void close(long now) {
        List.copyOf(sessions)
                .forEach(session -> session.close(Reason.SHUTDOWN, "the edge stops", now));
    }

    /** Messages that queues gave up. */
    long dropped() {
        return dropped + sessions.stream().mapToLong(PullSession::dropped).sum();
    }

    /** Whether the ticket is there for this edge and publication; it is used up by that. */
    private boolean take(Waiting want, long now) {
        Offered offered = offers.get(want.ticket);
        boolean good =
                offered != null
                        && now - offered.until < 0
                        && offered.offer.node().equals(want.session.node().node())
                        && offered.offer.publication().equals(want.publication);
        if (good) {
            offers.remove(want.ticket);
        }
        return good;
    }

    private void grant(Waiting want, long now) {
        if (!take(want, now)) {
            refuse(want, Reason.NOT_OFFERED, "the ticket is for something else", now);
        } else if (!publisher.isPublished(want.publication)) {
            refuse(want, Reason.NOT_PUBLISHED, want.publication + " is not here", now);
        } else if (!mayPull(want.session)) {
            refuse(want, Reason.TOO_MANY, "enough edges pull from here", now);
        } else {
            want.session.grant(want.id, now);
            give(want.session, want.publication, want.known, now);
        }
    }

    private static void refuse(Waiting want, Reason reason, String message, long now) {
        want.session.refuse(reason, message, want.id, now);
    }

    private final class Sessions implements PullSession.Handler {
        @Override
        public void admit(PullSession session) throws LinkRefusal {
            if (pullers.size() >= MAX_PULLERS && !pullers.containsKey(session.node().node())) {
                throw new LinkRefusal(Reason.TOO_MANY, "enough edges are connected");
            }
        }

        @Override
        public void wish(
                PullSession session, StreamKey stream, StreamPosition known, long id, long now)
                throws LinkRefusal {
            if (!session.wish(stream, MAX_WISHES)) {
                throw new LinkRefusal(
                        Reason.TOO_MANY, "more than " + MAX_WISHES + " streams are looked for");
            }
            session.grant(id, now);
            Publication publication = publisher.accepted(stream);
            if (publication != null) {
                give(session, publication, known, now);
            }
        }

        @Override
        public void pullerOpened(PullSession session, long now) {
            PullSession before = pullers.put(session.node().node(), session);
            if (before != null) {
                before.close(Reason.REPLACED, "the node has a new connection", now);
            }
        }

        @Override
        public void want(
                PullSession session,
                Publication publication,
                String ticket,
                StreamPosition known,
                long id,
                long now)
                throws LinkRefusal {
            long until = now + settings.timing().request();
            Waiting want = new Waiting(session, publication, ticket, known, id, until);
            if (offers.containsKey(ticket)) {
                grant(want, now);
            } else if (waiting.stream().filter(w -> w.session == session).count() < MAX_WAITING) {
                waiting.add(want);
            } else {
                throw new LinkRefusal(Reason.TOO_MANY, "too much waits for offers");
            }
        }

        @Override
        public void unwant(PullSession session, Publication publication, long now) {
            waiting.removeIf(
                    want -> want.session == session && want.publication.equals(publication));
            if (session.forget(publication)) {
                publisher.left(publication);
            }
        }

        @Override
        public void check(PublisherCheck check, CheckAnswer answer, long now) {
            publisher.check(check, answer, now);
        }

        @Override
        public void rejected(PullSession session, Reason reason, String message) {
            rejections.rejected(session.from(), reason, message);
        }

        @Override
        public void pullerEnded(PullSession session, long now) {
            dropped += session.dropped();
            sessions.remove(session);
            waiting.removeIf(want -> want.session == session);
            if (session.version() != 0) {
                pullers.remove(session.node().node(), session);
            }
            session.pulled().forEach(publication -> publisher.lost(publication, now));
        }
    }
}
