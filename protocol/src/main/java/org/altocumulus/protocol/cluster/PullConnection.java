package org.altocumulus.protocol.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.altocumulus.protocol.message.StreamKey;

/** The pulling edge's end of a connection to an edge that publishes streams. */
final class PullConnection extends EdgeConnection {
    private static final long FIRST_ID = 3;

    private final Handler handler;

    /** Most streams that are looked for and not answered: what waits to be written is bounded. */
    static final int WINDOW = 256;

    private final Map<Long, Publication> asked = new HashMap<>();

    /** Streams that are still to be looked for. */
    private final Set<StreamKey> toWish = new LinkedHashSet<>();

    /** The ids of WANTs that look for a stream and are not answered. */
    private final Set<Long> wishing = new HashSet<>();

    /** What flows here: started, and neither over nor given up. */
    private final Set<Publication> flowing = new HashSet<>();

    private final PendingAnswers<Boolean> checks = PublisherCheck.pending();
    private long nextId = FIRST_ID;

    /** What the connection tells. */
    interface Handler {
        void pullOpened(NodeIdentity publisher, long now);

        void received(StreamEvent event, long now);

        /** WANT of this publication was refused. */
        void refused(Publication publication, long now);

        /** How far the stream has come here, or null if nothing of it has. */
        StreamPosition position(StreamKey stream);

        void pullEnded(long now);
    }

    PullConnection(
            EdgeLinkSettings settings,
            EdgeProver prover,
            boolean loopback,
            Handler handler,
            long now) {
        super(
                settings,
                prover,
                settings.hello(LinkRole.PULL, "", prover.security()),
                loopback,
                null,
                now);
        this.handler = handler;
    }

    void want(PullSource source, long now) {
        long id = nextId++;
        asked.put(id, source.publication());
        StreamPosition position = handler.position(source.publication().stream());
        boolean resumes = position != null && position.isOf(source.publication());
        send(source.want(resumes ? position : null).withId(id), now);
    }

    void unwant(Publication publication, long now) {
        flowing.remove(publication);
        send(publication.frame(Verb.UNWANT).build(), now);
    }

    /** Whether the other end knows of streams that are looked for without a ticket. */
    boolean takesWishes() {
        return version() >= Versions.EDGES_SEARCH;
    }

    /** Looks for a stream, whenever it is published there; once more if it was said before. */
    void wish(StreamKey stream, long now) {
        toWish.add(stream);
        sayWishes(now);
    }

    /** Looks for it no more; what flows goes on. */
    void unwish(StreamKey stream, long now) {
        if (!toWish.remove(stream)) {
            send(EdgeLink.frame(Verb.UNWANT, stream), now);
        }
    }

    /** Has the other end check a publisher of its own; false if it cannot be asked for that. */
    boolean check(PublisherCheck check, CheckAnswer answer, long now) {
        long id = nextId++;
        if (version() < Versions.EDGES_SEARCH || !checks.add(id, answer::answered, now)) {
            return false;
        }
        send(check.toFrame().withId(id), now);
        return true;
    }

    private void sayWishes(long now) {
        while (!toWish.isEmpty() && wishing.size() < WINDOW && state() == LinkState.OPEN) {
            StreamKey stream = toWish.iterator().next();
            toWish.remove(stream);
            long id = nextId++;
            wishing.add(id);
            Frame.Builder want = Publication.frame(Verb.WANT, stream);
            StreamPosition position = handler.position(stream);
            send((position == null ? want : position.addTo(want)).build().withId(id), now);
        }
    }

    private boolean isWishAnswered(Frame answer, long now) {
        boolean wished = wishing.remove(answer.id());
        sayWishes(now);
        return wished;
    }

    @Override
    void opened(NodeIdentity publisher, long now) {
        allowBodies();
        handler.pullOpened(publisher, now);
    }

    @Override
    void handle(Verb verb, Frame frame, long now) throws LinkRefusal {
        if (verb == Verb.OK) {
            if (!isWishAnswered(frame, now)
                    && !checks.done(frame.id(), PublisherCheck.isFree(frame), now)) {
                asked.remove(frame.id());
            }
        } else {
            StreamEvent event = StreamEvent.read(verb, frame);
            if (event instanceof StreamStart start) {
                flowing.add(start.publication());
            } else if (event instanceof StreamEnd end) {
                flowing.remove(end.publication());
            }
            handler.received(event, now);
        }
    }

    @Override
    boolean expectsMedia() {
        return !flowing.isEmpty();
    }

    @Override
    void failed(Frame error, long now) {
        if (isWishAnswered(error, now) || checks.refused(error, now)) {
            return;
        }
        Publication publication = asked.remove(error.id());
        if (publication != null) {
            handler.refused(publication, now);
        }
    }

    @Override
    void requests(long now) {
        checks.tick(now);
    }

    @Override
    long requestDelay(long now) {
        return checks.delay(now);
    }

    @Override
    void ended(Reason reason, String message, long now) {
        checks.end(false, now);
        handler.pullEnded(now);
    }
}
