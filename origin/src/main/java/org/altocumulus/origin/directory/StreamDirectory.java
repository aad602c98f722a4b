package org.altocumulus.origin.directory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Where streams are. A name has one publication: when two edges announce one, the one that began
 * earlier keeps it, so that a name is not taken over by publishing it again, and what two edges
 * accepted while the origin was away is settled.
 */
public final class StreamDirectory {
    private final int maxPerEdge;
    private final Map<StreamKey, PublishedStream> published = new HashMap<>();
    private final Map<StreamKey, Set<String>> wanted = new HashMap<>();
    private final Map<String, EdgeStreams> edges = new HashMap<>();

    /**
     * What one edge has.
     *
     * @param published streams that it publishes
     * @param wanted streams that it wants
     */
    public record EdgeStreams(Set<StreamKey> published, Set<StreamKey> wanted) {}

    /**
     * @param maxPerEdge most streams that one edge may publish, and may want
     */
    public StreamDirectory(int maxPerEdge) {
        this.maxPerEdge = maxPerEdge;
    }

    /**
     * An edge publishes.
     *
     * @return the publication that lost its name by this, or null
     * @throws LinkRefusal if the name stays with another
     */
    public PublishedStream publish(PublishedStream stream) throws LinkRefusal {
        StreamKey key = stream.publication().stream();
        PublishedStream holder = published.get(key);
        if (holder != null
                && !holder.edge().equals(stream.edge())
                && stream.since() - holder.since() >= 0) {
            throw new LinkRefusal(
                    Reason.STREAM_TAKEN, key + " is published at node " + holder.edge());
        }
        add(of(stream.edge()).published(), key);
        published.put(key, stream);
        if (holder == null || holder.equals(stream)) {
            return null;
        }
        if (!holder.edge().equals(stream.edge())) {
            of(holder.edge()).published().remove(key);
        }
        return holder;
    }

    /** A publication is over; whether it was the one that had the name. */
    public boolean unpublish(String edge, Publication publication) {
        PublishedStream holder = published.get(publication.stream());
        boolean had =
                holder != null
                        && holder.edge().equals(edge)
                        && holder.publication().equals(publication);
        if (had) {
            published.remove(publication.stream());
            of(edge).published().remove(publication.stream());
        }
        return had;
    }

    /**
     * An edge wants a stream, published or not.
     *
     * @return whether it did not before
     * @throws LinkRefusal if it wants too many
     */
    public boolean want(String edge, StreamKey stream) throws LinkRefusal {
        add(of(edge).wanted(), stream);
        return wanted.computeIfAbsent(stream, key -> new LinkedHashSet<>()).add(edge);
    }

    /** An edge no longer wants a stream. */
    public void unwant(String edge, StreamKey stream) {
        of(edge).wanted().remove(stream);
        Set<String> wanting = wanted.get(stream);
        if (wanting != null && wanting.remove(edge) && wanting.isEmpty()) {
            wanted.remove(stream);
        }
    }

    /**
     * Forgets an edge.
     *
     * @return what it had
     */
    public EdgeStreams remove(String edge) {
        EdgeStreams had = edges.remove(edge);
        if (had == null) {
            return new EdgeStreams(Set.of(), Set.of());
        }
        had.published().forEach(published::remove);
        for (StreamKey stream : had.wanted()) {
            Set<String> wanting = wanted.get(stream);
            wanting.remove(edge);
            if (wanting.isEmpty()) {
                wanted.remove(stream);
            }
        }
        return had;
    }

    /** Where a stream is published. */
    public Optional<PublishedStream> publisher(StreamKey stream) {
        return Optional.ofNullable(published.get(stream));
    }

    /** The edges that want a stream; a view, not to be changed. */
    public Set<String> wanting(StreamKey stream) {
        return wanted.getOrDefault(stream, Set.of());
    }

    /** The streams that an edge wants, copied. */
    public List<StreamKey> wantedBy(String edge) {
        EdgeStreams streams = edges.get(edge);
        return streams == null ? List.of() : List.copyOf(streams.wanted());
    }

    /** All that is published, copied. */
    public Map<StreamKey, PublishedStream> published() {
        return Map.copyOf(published);
    }

    private EdgeStreams of(String edge) {
        return edges.computeIfAbsent(
                edge, key -> new EdgeStreams(new HashSet<>(), new HashSet<>()));
    }

    private void add(Set<StreamKey> streams, StreamKey stream) throws LinkRefusal {
        if (streams.size() >= maxPerEdge && !streams.contains(stream)) {
            throw new LinkRefusal(
                    Reason.TOO_MANY, "more than " + maxPerEdge + " streams of one edge");
        }
        streams.add(stream);
    }
}
