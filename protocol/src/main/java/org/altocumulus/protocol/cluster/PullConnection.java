package org.altocumulus.protocol.cluster;

import java.util.HashMap;
import java.util.Map;

/** The pulling edge's end of a connection to an edge that publishes streams. */
final class PullConnection extends EdgeConnection {
    private static final long FIRST_ID = 3;

    private final Handler handler;
    private final Map<Long, Publication> asked = new HashMap<>();
    private long nextId = FIRST_ID;

    /** What the connection tells. */
    interface Handler {
        void pullOpened(NodeIdentity publisher, long now);

        void received(StreamEvent event, long now);

        /** WANT of this publication was refused. */
        void refused(Publication publication, long now);

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
        send(source.want().withId(id), now);
    }

    void unwant(Publication publication, long now) {
        send(publication.frame(Verb.UNWANT).build(), now);
    }

    @Override
    void opened(NodeIdentity publisher, long now) {
        allowBodies();
        handler.pullOpened(publisher, now);
    }

    @Override
    void handle(Verb verb, Frame frame, long now) throws LinkRefusal {
        if (verb == Verb.OK) {
            asked.remove(frame.id());
        } else {
            handler.received(StreamEvent.read(verb, frame), now);
        }
    }

    @Override
    void failed(Frame error, long now) {
        Publication publication = asked.remove(error.id());
        if (publication != null) {
            handler.refused(publication, now);
        }
    }

    @Override
    void ended(Reason reason, String message, long now) {
        handler.pullEnded(now);
    }
}
