package org.altocumulus.origin.directory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Where streams are. A name has one publication: when two edges announce one, the one that began
 * earlier keeps it, so that a name is not taken over by publishing it again, and what two edges
 * accepted while the origin was away is settled. Only while both say that one and the same other
 * origin decides are both kept, the one that came first in front: that origin may see them in
 * another order.
 */
public final class StreamDirectory {
    private final int maxPerEdge;
    private final Map<StreamKey, List<Contender>> published = new HashMap<>();
    private final Map<StreamKey, Set<String>> wanted = new HashMap<>();
    private final Map<String, EdgeStreams> edges = new HashMap<>();
    private final DirectPulls direct = new DirectPulls();

    private record Contender(PublishedStream stream, String decider) {
        boolean isOf(String edge) {
            return stream.edge().equals(edge);
        }
    }

    /**
     * What one edge has.
     *
     * @param published streams that it publishes
     * @param wanted streams that it wants
     */
    public record EdgeStreams(Set<StreamKey> published, Set<StreamKey> wanted) {}

    /**
     * What became of an announcement.
     *
     * @param holder the older publication to which the name belongs, or null if it was admitted
     * @param removed publications that are no longer here because of it
     */
    public record Outcome(PublishedStream holder, List<PublishedStream> removed) {}

    /**
     * @param maxPerEdge most streams that one edge may publish, and may want
     */
    public StreamDirectory(int maxPerEdge) {
        this.maxPerEdge = maxPerEdge;
    }

    /**
     * An edge publishes, or says that it still does.
     *
     * @param decider the other origin that decides, or null if this one does
     * @throws LinkRefusal if it publishes too many
     */
    public Outcome publish(PublishedStream stream, String decider) throws LinkRefusal {
        StreamKey key = stream.publication().stream();
        List<Contender> all = published.getOrDefault(key, List.of());
        Contender before = of(stream.edge(), all);
        // Once more of the same publication: it is as old as it was.
        PublishedStream told = isSame(before, stream) ? before.stream() : stream;
        List<Contender> beaten = new ArrayList<>();
        for (Contender other : all) {
            boolean decidedElsewhere = decider != null && Objects.equals(decider, other.decider());
            if (other.isOf(stream.edge()) || decidedElsewhere) {
                continue;
            }
            if (isOlder(other.stream(), told)) {
                remove(key, before);
                return new Outcome(other.stream(), before == null ? List.of() : streams(before));
            }
            beaten.add(other);
        }
        add(edge(stream.edge()).published(), key);
        beaten.forEach(other -> remove(key, other));
        Contender now = new Contender(told, decider);
        List<Contender> kept = published.computeIfAbsent(key, k -> new ArrayList<>(1));
        if (before == null) {
            kept.add(now);
        } else {
            kept.set(kept.indexOf(before), now);
            if (!isSame(before, stream)) {
                beaten.add(before);
            }
        }
        return new Outcome(null, streams(beaten.toArray(new Contender[0])));
    }

    private static boolean isSame(Contender before, PublishedStream stream) {
        return before != null && before.stream().publication().equals(stream.publication());
    }

    private static boolean isOlder(PublishedStream one, PublishedStream other) {
        long difference = one.since() - other.since();
        return difference == 0
                ? one.publication().token().compareTo(other.publication().token()) < 0
                : difference < 0;
    }

    private static Contender of(String edge, List<Contender> all) {
        return all.stream().filter(one -> one.isOf(edge)).findFirst().orElse(null);
    }

    private static List<PublishedStream> streams(Contender... contenders) {
        return List.of(contenders).stream().map(Contender::stream).toList();
    }

    private void remove(StreamKey key, Contender gone) {
        if (gone == null) {
            return;
        }
        List<Contender> all = published.get(key);
        all.remove(gone);
        if (all.isEmpty()) {
            published.remove(key);
        }
        edge(gone.stream().edge()).published().remove(key);
    }

    /** A publication is over; what was known of it. */
    public Optional<PublishedStream> unpublish(String edge, Publication publication) {
        StreamKey key = publication.stream();
        Contender had = of(edge, published.getOrDefault(key, List.of()));
        if (had == null || !had.stream().publication().equals(publication)) {
            return Optional.empty();
        }
        remove(key, had);
        return Optional.of(had.stream());
    }

    /**
     * An edge wants a stream, published or not.
     *
     * @return whether it did not before
     * @throws LinkRefusal if it wants too many
     */
    public boolean want(String edge, StreamKey stream) throws LinkRefusal {
        add(edge(edge).wanted(), stream);
        return wanted.computeIfAbsent(stream, key -> new LinkedHashSet<>()).add(edge);
    }

    /** An edge no longer wants a stream. */
    public void unwant(String edge, StreamKey stream) {
        edge(edge).wanted().remove(stream);
        direct.forget(edge, stream);
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
        EdgeStreams had = edges.get(edge);
        if (had == null) {
            return new EdgeStreams(Set.of(), Set.of());
        }
        for (StreamKey stream : List.copyOf(had.wanted())) {
            direct.forget(edge, stream);
            Set<String> wanting = wanted.get(stream);
            wanting.remove(edge);
            if (wanting.isEmpty()) {
                wanted.remove(stream);
            }
        }
        EdgeStreams copy = new EdgeStreams(Set.copyOf(had.published()), had.wanted());
        copy.published().forEach(stream -> remove(stream, of(edge, published.get(stream))));
        edges.remove(edge);
        return copy;
    }

    /** Where a stream is published. */
    public Optional<PublishedStream> publisher(StreamKey stream) {
        return contenders(stream).stream().findFirst();
    }

    /** All publications of a name: more than one only until another origin has decided. */
    public List<PublishedStream> contenders(StreamKey stream) {
        return published.getOrDefault(stream, List.of()).stream().map(Contender::stream).toList();
    }

    /** Whether an edge gets the stream straight from the edge that publishes it. */
    public boolean isDirect(String edge, StreamKey stream) {
        List<Contender> all = published.get(stream);
        return all != null && direct.isDirect(edge, all.get(0).stream().publication());
    }

    /**
     * Has an edge that wants a stream get it straight from its publisher from now on.
     *
     * @return false if it was told so before, about this publication, whatever came of that
     */
    public boolean pullDirectly(String edge, Publication publication) {
        if (direct.isDecided(edge, publication)) {
            return false;
        }
        direct.begin(edge, publication);
        return true;
    }

    /** The edge does not get that publication from its publisher, or no more. */
    public void relay(String edge, Publication publication) {
        direct.relay(edge, publication);
    }

    /** The edges that want a stream; a view, not to be changed. */
    public Set<String> wanting(StreamKey stream) {
        return wanted.getOrDefault(stream, Set.of());
    }

    /** The streams that are wanted and published nowhere, copied. */
    public List<StreamKey> unpublished() {
        return wanted.keySet().stream().filter(key -> !published.containsKey(key)).toList();
    }

    /** The streams that an edge wants, copied. */
    public List<StreamKey> wantedBy(String edge) {
        EdgeStreams streams = edges.get(edge);
        return streams == null ? List.of() : List.copyOf(streams.wanted());
    }

    /** All that is published, copied. */
    public Map<StreamKey, PublishedStream> published() {
        Map<StreamKey, PublishedStream> copy = new HashMap<>();
        published.forEach((stream, all) -> copy.put(stream, all.get(0).stream()));
        return copy;
    }

    private EdgeStreams edge(String edge) {
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
