package org.altocumulus.origin.directory;

import java.util.HashMap;
import java.util.Map;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Which edges get which publications straight from the edge that publishes them, and which have
 * said that they do not, so that the origin relays to those. What is said of a publication ends
 * when the edge no longer wants the stream, or is told of another publication; until then it holds
 * also if the origin forgets the publishing edge for a while.
 */
final class DirectPulls {
    private final Map<StreamKey, Map<String, Way>> streams = new HashMap<>();

    private record Way(Publication publication, boolean direct) {}

    /** Whether the edge was told to pull the publication itself, and has not said otherwise. */
    boolean isDirect(String edge, Publication publication) {
        Way way = of(edge, publication);
        return way != null && way.direct;
    }

    /** Whether the edge was told anything about that publication. */
    boolean isDecided(String edge, Publication publication) {
        return of(edge, publication) != null;
    }

    private Way of(String edge, Publication publication) {
        Map<String, Way> ways = streams.get(publication.stream());
        Way way = ways == null ? null : ways.get(edge);
        return way != null && way.publication.equals(publication) ? way : null;
    }

    /** The edge was told to pull the publication. */
    void begin(String edge, Publication publication) {
        streams.computeIfAbsent(publication.stream(), key -> new HashMap<>())
                .put(edge, new Way(publication, true));
    }

    /** The edge does not pull that publication, or no more. */
    void relay(String edge, Publication publication) {
        if (isDirect(edge, publication)) {
            streams.get(publication.stream()).put(edge, new Way(publication, false));
        }
    }

    void forget(String edge, StreamKey stream) {
        Map<String, Way> ways = streams.get(stream);
        if (ways != null && ways.remove(edge) != null && ways.isEmpty()) {
            streams.remove(stream);
        }
    }
}
