package org.altocumulus.edge.stream;

import java.util.function.Consumer;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.WireException;

/** A publisher that is no client: it has messages, and neither a session nor a network. */
final class MemoryPublisher implements StreamPublisher {
    private final PublisherIdentity identity;
    private final Publication publication;
    private boolean published;
    private String ended;
    boolean alive = true;

    MemoryPublisher(StreamKey key, StreamLoop loop, String id) {
        identity = new PublisherIdentity(this, id, id);
        publication = new Publication(key, loop, this);
        publication.claim();
    }

    void send(RtmpMessage message) throws WireException {
        publication.send(StreamMessage.read(message));
    }

    void stop() {
        publication.release();
    }

    boolean isPublished() {
        return published;
    }

    /** Why it publishes no longer, or null. */
    String ended() {
        return ended;
    }

    @Override
    public void onPublished() {
        published = true;
    }

    @Override
    public void onPublicationEnded(String reason) {
        published = false;
        ended = reason;
    }

    @Override
    public PublisherIdentity identity() {
        return identity;
    }

    @Override
    public void checkAlive(Consumer<Boolean> answer) {
        answer.accept(alive);
    }
}
