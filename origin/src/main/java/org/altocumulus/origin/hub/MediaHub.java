package org.altocumulus.origin.hub;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.StreamEnd;
import org.altocumulus.protocol.cluster.StreamEvent;
import org.altocumulus.protocol.cluster.StreamStart;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.StreamBeginning;
import org.altocumulus.protocol.message.StreamKey;

/**
 * Forwards each message of a stream once to every edge that wants it and does not publish it
 * itself. Takes media only of publications that it was told to {@linkplain #expect}, from their
 * edge, and after their START.
 */
public final class MediaHub {
    private static final long END_WAIT = TimeUnit.SECONDS.toNanos(5);

    private final StreamDirectory directory;
    private final int cacheBytes;
    private final long cacheMillis;
    private final Map<String, EdgePort> ports = new HashMap<>();
    private final Map<StreamKey, Relay> relays = new HashMap<>();
    private long ignored;
    private final LongAdder relayed = new LongAdder();

    /**
     * @param directory says which edges want a stream
     * @param cacheBytes most bytes kept of each stream, from its last key frame on, for edges that
     *     join it late
     * @param cacheMillis most milliseconds of it that are kept
     */
    public MediaHub(StreamDirectory directory, int cacheBytes, long cacheMillis) {
        this.directory = directory;
        this.cacheBytes = cacheBytes;
        this.cacheMillis = cacheMillis;
    }

    /** An edge's media connection is open: it gets all that it wants and that flows. */
    public void attach(String edge, EdgePort port, long now) {
        ports.put(edge, port);
        directory.wantedBy(edge).forEach(stream -> join(edge, stream, now));
    }

    /** An edge's media connection ended. */
    public void detach(String edge) {
        ports.remove(edge);
    }

    /** The edge was asked to send that publication. */
    public void expect(PublishedStream stream) {
        relays.computeIfAbsent(stream.publication().stream(), key -> new Relay()).expected = stream;
    }

    /** An edge wants the stream from now on: what flows reaches it from the last key frame on. */
    public void join(String edge, StreamKey stream, long now) {
        Relay relay = relays.get(stream);
        EdgePort port = ports.get(edge);
        if (relay == null
                || port == null
                || relay.current == null
                || relay.flowsFrom(edge)
                || directory.isDirect(edge, stream)) {
            return;
        }
        port.forward(new StreamStart(relay.current.publication()), now);
        List<RelayedMessage> whole = relay.beginning.messages(now);
        if (whole.isEmpty()) {
            relay.cache.contents().forEach(kept -> forward(kept.media().asPast(), port, now));
        } else {
            whole.forEach(kept -> forward(kept.media(), port, now));
        }
    }

    private void forward(MediaFrame frame, EdgePort port, long now) {
        port.forward(frame, now);
        relayed.add(frame.payload().length);
    }

    /**
     * An edge does not want the stream any more. It gets an end all the same: a start that is under
     * way to it may arrive when it wants the stream again.
     */
    public void leave(String edge, StreamKey stream, long now) {
        EdgePort port = ports.get(edge);
        Relay relay = relays.get(stream);
        if (port != null) {
            port.discard(stream);
            if (relay != null && relay.current != null && !relay.flowsFrom(edge)) {
                port.forward(new StreamEnd(relay.current.publication()), now);
            }
        }
    }

    /** A publication is over by its edge's word; its last messages may be under way. */
    public void ending(PublishedStream stream, long now) {
        Relay relay = relays.get(stream.publication().stream());
        if (relay != null && stream.equals(relay.current)) {
            relay.ending = true;
            relay.endingUntil = now + END_WAIT;
            relay.expected = stream.equals(relay.expected) ? null : relay.expected;
        } else {
            stop(stream, now);
        }
    }

    /**
     * A publication is over, or is wanted by nobody: whoever wants it is told at once. So is who
     * has got none of it from here since its connection was made again, but from before.
     */
    public void stop(PublishedStream stream, long now) {
        stop(stream, false, now);
    }

    /** As {@link #stop}, when all that is known is that the edge of the publication is gone. */
    public void lost(PublishedStream stream, long now) {
        stop(stream, true, now);
    }

    private void stop(PublishedStream stream, boolean lost, long now) {
        Relay relay = relays.get(stream.publication().stream());
        if (relay == null) {
            return;
        }
        if (stream.equals(relay.current)) {
            end(relay, lost, now);
        } else if (stream.equals(relay.expected)) {
            forward(new StreamEnd(stream.publication(), lost), stream, now);
        }
        relay.expected = stream.equals(relay.expected) ? null : relay.expected;
        forgetIfIdle(stream.publication().stream(), relay);
    }

    /** Something came on the media connection of an edge. */
    public void received(String edge, StreamEvent event, long now) {
        Relay relay = relays.get(event.stream());
        if (relay == null) {
            ignored++;
        } else if (event instanceof StreamStart start) {
            started(edge, relay, start, now);
        } else if (!relay.flowsFrom(edge)) {
            ignored++;
        } else if (event instanceof MediaFrame frame) {
            RelayedMessage message = RelayedMessage.of(frame);
            relay.cache.add(message);
            relay.beginning.add(message, frame.sequence(), now);
            forward(frame, relay.current, now);
        } else if (event instanceof StreamEnd over
                && over.publication().equals(relay.current.publication())) {
            if (relay.current.equals(relay.expected)) {
                relay.expected = null;
            }
            end(relay, false, now);
            forgetIfIdle(event.stream(), relay);
        }
    }

    /** Ends publications whose END did not come. */
    public void tick(long now) {
        for (Relay relay : List.copyOf(relays.values())) {
            if (relay.ending && now - relay.endingUntil >= 0) {
                StreamKey stream = relay.current.publication().stream();
                end(relay, false, now);
                forgetIfIdle(stream, relay);
            }
        }
    }

    /** Nanoseconds until {@link #tick} has something to do, or {@code Long.MAX_VALUE}. */
    public long delay(long now) {
        long delay = Long.MAX_VALUE;
        for (Relay relay : relays.values()) {
            if (relay.ending) {
                delay = Math.min(delay, Math.max(0, relay.endingUntil - now));
            }
        }
        return delay;
    }

    /** Streams that flow. */
    public List<PublishedStream> flowing() {
        List<PublishedStream> flowing = new ArrayList<>();
        relays.values().stream()
                .filter(relay -> relay.current != null)
                .forEach(relay -> flowing.add(relay.current));
        return flowing;
    }

    /** Messages that belonged to nothing that was expected. */
    public long ignored() {
        return ignored;
    }

    /** Bytes of media that went out to edges. Any thread may ask. */
    public long relayedBytes() {
        return relayed.sum();
    }

    private void started(String edge, Relay relay, StreamStart start, long now) {
        PublishedStream expected = relay.expected;
        if (expected == null
                || !expected.edge().equals(edge)
                || !expected.publication().equals(start.publication())) {
            ignored++;
            return;
        }
        if (relay.current != null && !relay.current.equals(expected)) {
            end(relay, false, now);
        }
        relay.current = expected;
        relay.cache = new LateJoinCache<>(cacheBytes, cacheMillis);
        relay.beginning = new StreamBeginning<>(cacheBytes);
        forward(start, expected, now);
    }

    private void end(Relay relay, boolean lost, long now) {
        forward(new StreamEnd(relay.current.publication(), lost), relay.current, now);
        relay.current = null;
        relay.ending = false;
        relay.cache = null;
        relay.beginning = null;
    }

    private void forward(StreamEvent event, PublishedStream from, long now) {
        for (String edge : directory.wanting(event.stream())) {
            EdgePort port = ports.get(edge);
            if (port != null
                    && !edge.equals(from.edge())
                    && !directory.isDirect(edge, event.stream())) {
                port.forward(event, now);
                relayed.add(event.payload() == null ? 0 : event.payload().length);
            }
        }
    }

    private void forgetIfIdle(StreamKey stream, Relay relay) {
        if (relay.isIdle()) {
            relays.remove(stream, relay);
        }
    }
}
