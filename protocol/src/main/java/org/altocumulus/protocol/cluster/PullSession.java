package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.GuessLimiter;
import org.altocumulus.protocol.wire.HostPort;

/** The publishing edge's end of a connection from an edge that pulls streams. */
final class PullSession extends AcceptedConnection {
    private final Handler handler;
    private final MediaQueue queue;
    private final SentStreams sent = new SentStreams();
    private boolean opened;
    private String from = "";

    /** Checks that the other end has asked for and that are not answered. */
    private int checking;

    /** Streams that the other end looks for, whenever they are published here. */
    private final Set<StreamKey> wishes = new HashSet<>();

    /** What the connection asks and tells. Nothing before the other end has proved itself. */
    interface Handler {
        /** The handshake is done but for the WELCOME. */
        void admit(PullSession session) throws LinkRefusal;

        void pullerOpened(PullSession session, long now);

        /**
         * WANT; answered by {@link #begin} or {@link #refuse}, now or later.
         *
         * @param known what the other end has already, or null
         */
        void want(
                PullSession session,
                Publication publication,
                String ticket,
                StreamPosition known,
                long id,
                long now)
                throws LinkRefusal;

        void unwant(PullSession session, Publication publication, long now);

        /**
         * WANT without a publication: whatever is published here of the stream.
         *
         * @param known what the other end has already, or null
         */
        void wish(PullSession session, StreamKey stream, StreamPosition known, long id, long now)
                throws LinkRefusal;

        /** CHECK; the answer may come later. */
        void check(PublisherCheck check, CheckAnswer answer, long now);

        /** The connection ended before it was opened; {@link #pullerEnded} follows. */
        void rejected(PullSession session, Reason reason, String message);

        void pullerEnded(PullSession session, long now);
    }

    PullSession(
            EdgeLinkSettings settings,
            LinkSecurity security,
            boolean loopback,
            Handler handler,
            long now) {
        this(settings, security, loopback, handler, new MediaQueue(settings.queue()), now);
    }

    private PullSession(
            EdgeLinkSettings settings,
            LinkSecurity security,
            boolean loopback,
            Handler handler,
            MediaQueue queue,
            long now) {
        super(
                settings.identity(),
                security,
                loopback,
                Set.of(LinkRole.PULL),
                settings.timing(),
                queue,
                now);
        this.handler = handler;
        this.queue = queue;
    }

    /** As {@link OriginLinkSession#from(InetSocketAddress, GuessLimiter)}. */
    void from(InetSocketAddress far, GuessLimiter limiter) {
        from = far == null ? "" : HostPort.format(far);
        countGuesses(limiter, far == null ? null : far.getAddress());
    }

    /** The other end's address, or empty if it has none. */
    String from() {
        return from;
    }

    /** Messages that were given up, as the other end reads too slowly. */
    long dropped() {
        return queue.dropped();
    }

    /** The WANT with that id is granted. */
    void grant(long id, long now) {
        respond(id, Frame.of(Verb.OK).build(), now);
    }

    /** The publication goes out here; what a late joiner needs has to be repeated. */
    void begin(Publication publication, long now) {
        sent.begin(publication);
        offer(new StreamStart(publication), now);
    }

    /**
     * The publication goes on here for who has lost its other way.
     *
     * @param missed what follows the last message that the other end has
     * @param sequence of that message
     */
    void resume(Publication publication, List<MediaFrame> missed, long sequence, long now) {
        sent.resume(publication, sequence);
        offer(new StreamStart(publication), now);
        missed.forEach(frame -> media(publication, frame, now));
    }

    /** Whether any publication goes out here. */
    boolean isPulling() {
        return !sent.all().isEmpty();
    }

    /**
     * Keeps in mind that the other end looks for a stream.
     *
     * @return false if it looks for as many others already
     */
    boolean wish(StreamKey stream, int most) {
        return wishes.contains(stream) || (wishes.size() < most && wishes.add(stream));
    }

    /** Whether the other end looks for that stream. */
    boolean wishes(StreamKey stream) {
        return wishes.contains(stream);
    }

    /** A repetition begins, {@code highest} being the newest message so far. */
    void replaying(Publication publication, long highest) {
        sent.replaying(publication, highest);
    }

    /** A message, new or repeated. */
    void media(Publication publication, MediaFrame frame, long now) {
        if (sent.admits(publication, frame)) {
            offer(frame, now);
        }
    }

    /** The publication is over. */
    void end(Publication publication, long now) {
        if (sent.remove(publication)) {
            offer(new StreamEnd(publication), now);
        }
    }

    /** The WANT with that id is not. */
    void refuse(Reason reason, String message, long id, long now) {
        respond(id, reasoned(Verb.ERROR, reason, message).build(), now);
    }

    /** What still waits of it is not wanted; whether it went out here. */
    boolean forget(Publication publication) {
        boolean pulled = sent.remove(publication);
        if (pulled) {
            queue.discard(publication.stream());
        }
        return pulled;
    }

    boolean pulls(Publication publication) {
        return sent.has(publication);
    }

    /** What goes out here. */
    List<Publication> pulled() {
        return sent.all();
    }

    @Override
    void admit() throws LinkRefusal {
        handler.admit(this);
    }

    @Override
    void opened(long now) {
        opened = true;
        handler.pullerOpened(this, now);
    }

    @Override
    void handle(Verb verb, Frame frame, long now) throws LinkRefusal {
        switch (verb) {
            case OK -> {}
            case WANT -> {
                StreamPosition known = StreamPosition.read(frame);
                if (isWish(frame)) {
                    handler.wish(this, Publication.stream(frame), known, frame.id(), now);
                } else {
                    Publication publication = Publication.read(frame);
                    String ticket = PullSource.ticket(frame);
                    handler.want(this, publication, ticket, known, frame.id(), now);
                }
            }
            case UNWANT -> {
                if (isWish(frame)) {
                    wishes.remove(Publication.stream(frame));
                } else {
                    handler.unwant(this, Publication.read(frame), now);
                }
            }
            case CHECK -> check(PublisherCheck.read(frame), frame.id(), now);
            default ->
                    throw new LinkRefusal(
                            Reason.UNEXPECTED, verb + " is not for who is pulled from");
        }
    }

    private void check(PublisherCheck check, long id, long now) throws LinkRefusal {
        if (checking >= PublisherCheck.MAX_PENDING) {
            throw new LinkRefusal(
                    Reason.TOO_MANY,
                    "more than " + PublisherCheck.MAX_PENDING + " checks at a time");
        }
        checking++;
        handler.check(
                check,
                (free, at) -> {
                    checking--;
                    respond(id, PublisherCheck.answer(free), at);
                },
                now);
    }

    private boolean isWish(Frame frame) {
        return version() >= Versions.EDGES_SEARCH && frame.text("publication", "").isEmpty();
    }

    @Override
    void refused(Frame error, long now) {
        // Nothing that is sent here is a request.
    }

    @Override
    void ended(Reason reason, String message, long now) {
        if (!opened) {
            handler.rejected(this, reason, message);
        }
        handler.pullerEnded(this, now);
    }
}
