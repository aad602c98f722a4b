package org.altocumulus.origin.link;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.origin.hub.MediaHub;
import org.altocumulus.protocol.cluster.CheckAnswer;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.LinkSecurity;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.PublishRequest;
import org.altocumulus.protocol.cluster.PublisherCheck;
import org.altocumulus.protocol.cluster.PullOffer;
import org.altocumulus.protocol.cluster.PullSource;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Which way each stream goes: from the edge that publishes it through the origin to those that want
 * it, or straight where both edges are for that. Asks edges for media as long as they are needed.
 */
final class StreamWays {
    private final String self;
    private final LinkSecurity security;
    private final StreamDirectory directory;
    private final MediaHub hub;
    private final Map<String, LinkedEdge> edges;
    private final Map<StreamKey, PublishedStream> requested = new HashMap<>();

    /**
     * No streams yet.
     *
     * @param self the name of the origin
     * @param security makes tickets
     * @param edges all that are registered, by their names; not changed here
     */
    StreamWays(
            String self,
            LinkSecurity security,
            StreamDirectory directory,
            MediaHub hub,
            Map<String, LinkedEdge> edges) {
        this.self = self;
        this.security = security;
        this.directory = directory;
        this.hub = hub;
        this.edges = edges;
    }

    /** An edge publishes. */
    void publish(String node, PublishRequest request, long now) throws LinkRefusal {
        StreamKey stream = request.publication().stream();
        long since = now - TimeUnit.MILLISECONDS.toNanos(request.age());
        boolean own = self.equals(request.decider());
        StreamDirectory.Outcome outcome =
                directory.publish(
                        new PublishedStream(node, request.publication(), since),
                        own ? null : request.decider());
        outcome.removed().forEach(gone -> displaced(gone, node, now));
        settle(stream, now);
        if (outcome.holder() != null) {
            throw new LinkRefusal(
                    Reason.STREAM_TAKEN,
                    stream + " is published at node " + outcome.holder().edge());
        }
    }

    /**
     * An edge was refused a name: has the edge that has it check its publisher. A name that nobody
     * has any more is free.
     */
    void check(String node, PublisherCheck check, CheckAnswer answer, long now) {
        PublishedStream holder =
                directory.contenders(check.publication().stream()).stream()
                        .filter(published -> !published.edge().equals(node))
                        .findFirst()
                        .orElse(null);
        LinkedEdge edge = holder == null ? null : edges.get(holder.edge());
        if (edge == null) {
            answer.answered(true, now);
        } else {
            edge.control.check(new PublisherCheck(holder.publication(), check.peer()), answer, now);
        }
    }

    /** An edge wants a stream; what is published of it elsewhere, or null. */
    Publication want(String node, StreamKey stream, long now) throws LinkRefusal {
        boolean first = directory.want(node, stream);
        settle(stream, now);
        if (first) {
            hub.join(node, stream, now);
        }
        return elsewhere(node, stream);
    }

    /** An edge does not pull a publication itself; what is published elsewhere, or null. */
    Publication relay(String node, Publication publication, long now) {
        StreamKey stream = publication.stream();
        if (directory.wanting(stream).contains(node)) {
            directory.relay(node, publication);
            settle(stream, now);
            hub.join(node, stream, now);
        }
        return elsewhere(node, stream);
    }

    /** An edge wants a stream no more. */
    void unwant(String node, StreamKey stream, long now) {
        directory.unwant(node, stream);
        hub.leave(node, stream, now);
        settle(stream, now);
    }

    /** An edge is gone, and is no longer among the others. */
    void forget(String node, long now) {
        StreamDirectory.EdgeStreams had = directory.remove(node);
        for (StreamKey stream : had.published()) {
            PublishedStream before = requested.get(stream);
            if (before != null && before.edge().equals(node)) {
                requested.remove(stream);
                hub.lost(before, now);
            }
            settle(stream, now);
        }
        had.wanted().forEach(stream -> settle(stream, now));
    }

    /** Has the media of a stream sent as long as an edge other than the publishing one wants it. */
    private void settle(StreamKey stream, long now) {
        broker(stream, now);
        PublishedStream published = directory.publisher(stream).orElse(null);
        boolean needed =
                published != null
                        && directory.wanting(stream).stream()
                                .filter(edge -> !directory.isDirect(edge, stream))
                                .anyMatch(edge -> !edge.equals(published.edge()));
        PublishedStream before = requested.get(stream);
        if (before != null && (!needed || !before.equals(published))) {
            requested.remove(stream);
            hub.stop(before, now);
            LinkedEdge edge = edges.get(before.edge());
            if (edge != null && before.equals(published)) {
                edge.control.stopMedia(before.publication(), now);
            }
        }
        if (needed && requested.putIfAbsent(stream, published) == null) {
            hub.expect(published);
            edges.get(published.edge()).control.requestMedia(published.publication(), now);
        }
    }

    /** Has edges pull a stream from the one that publishes it, where both are for that. */
    private void broker(StreamKey stream, long now) {
        PublishedStream published = directory.publisher(stream).orElse(null);
        LinkedEdge from = published == null ? null : edges.get(published.edge());
        if (from == null || from.pull == null) {
            return;
        }
        Publication publication = published.publication();
        for (String node : List.copyOf(directory.wanting(stream))) {
            LinkedEdge to = edges.get(node);
            if (to != null && from.mayBePulledBy(to) && directory.pullDirectly(node, publication)) {
                String ticket = HexFormat.of().formatHex(security.random(PullSource.TICKET_BYTES));
                from.control.offer(new PullOffer(publication, node, ticket), now);
                to.control.source(
                        new PullSource(publication, published.edge(), from.pull, ticket), now);
            }
        }
    }

    /** Where a stream is published, if that is not at this edge. */
    private Publication elsewhere(String node, StreamKey stream) {
        return directory
                .publisher(stream)
                .filter(published -> !published.edge().equals(node))
                .map(PublishedStream::publication)
                .orElse(null);
    }

    /** A publication is over by its edge's word. */
    void over(String node, Publication publication, long now) {
        PublishedStream stream = directory.unpublish(node, publication).orElse(null);
        if (stream != null) {
            requested.remove(publication.stream(), stream);
            hub.ending(stream, now);
            settle(publication.stream(), now);
        }
    }

    /** A publication lost its name to one of {@code node}. */
    private void displaced(PublishedStream gone, String node, long now) {
        requested.remove(gone.publication().stream(), gone);
        hub.stop(gone, now);
        if (!gone.edge().equals(node)) {
            edges.get(gone.edge())
                    .control
                    .revoke(
                            gone.publication(),
                            Reason.STREAM_TAKEN,
                            "published for longer at node " + node,
                            now);
        }
    }
}
