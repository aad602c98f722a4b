package org.altocumulus.protocol.cluster;

/** The edge's end of the media connection. */
final class EdgeMedia extends EdgeConnection {
    private final Handler handler;
    private final MediaQueue queue;

    /** What the connection tells. */
    interface Handler {
        void mediaOpened(long now);

        void received(StreamEvent event, long now);

        void mediaEnded(Reason reason, String message, long now);
    }

    EdgeMedia(
            EdgeLinkSettings settings,
            EdgeProver prover,
            String session,
            boolean loopback,
            MediaQueue queue,
            Handler handler,
            long now) {
        super(
                settings,
                prover,
                settings.hello(LinkRole.MEDIA, session, prover.security()),
                loopback,
                queue,
                now);
        this.queue = queue;
        this.handler = handler;
    }

    MediaQueue queue() {
        return queue;
    }

    @Override
    void opened(NodeIdentity origin, long now) {
        allowBodies();
        handler.mediaOpened(now);
    }

    @Override
    void handle(Verb verb, Frame frame, long now) throws LinkRefusal {
        handler.received(StreamEvent.read(verb, frame), now);
    }

    @Override
    void failed(Frame error, long now) {
        // Nothing that is sent here is a request: the origin has counted and logged it.
    }

    @Override
    void ended(Reason reason, String message, long now) {
        handler.mediaEnded(reason, message, now);
    }
}
