package org.altocumulus.edge.stream;

import java.util.List;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.StreamBeginning;

/** A publication that has a name, or wants it, and what is kept of it. Belongs to a home loop. */
final class Claim {
    private final Publication publication;
    private final LateJoinCache<StreamMessage> cache;
    private final StreamBeginning<StreamMessage> beginning;
    private long nextNumber;

    Claim(Publication publication, StreamSettings settings) {
        this.publication = publication;
        this.cache = settings.newCache();
        this.beginning = settings.newBeginning();
    }

    Publication publication() {
        return publication;
    }

    /** What late joiners need. */
    LateJoinCache<StreamMessage> cache() {
        return cache;
    }

    /** Numbers the next message of the publication, and keeps it as far as it is needed. */
    StreamMessage add(StreamMessage sent, long now) {
        StreamMessage message = sent.numbered(nextNumber);
        cache.add(message);
        beginning.add(message, nextNumber, now);
        nextNumber++;
        return message;
    }

    /** What those get who waited for it: all of it, or, if it is too long, what late joiners do. */
    List<StreamMessage> contents(long now) {
        List<StreamMessage> all = beginning.messages(now);
        return all.isEmpty() ? cache.contents() : all;
    }
}
