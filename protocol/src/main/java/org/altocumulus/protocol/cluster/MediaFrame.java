package org.altocumulus.protocol.cluster;

import java.util.Arrays;
import org.altocumulus.protocol.message.StreamKey;

/**
 * MEDIA: one RTMP message of a stream. Immutable; the payload is shared and not to be changed.
 *
 * <p>Sequence numbers are given by the publishing edge, one to each message of a publication, so
 * that everyone behind it can count what is missing and pass over what is repeated.
 */
public final class MediaFrame implements StreamEvent {
    /**
     * Longest payload in bytes, and so the longest message that is taken from clients: both ends of
     * every link have to agree on it, as a longer body ends the connection.
     */
    public static final int MAX_PAYLOAD = 4 << 20;

    /** Largest sequence number. */
    public static final long MAX_SEQUENCE = 999_999_999_999_999_999L;

    private static final long MAX_TIMESTAMP = 0xffff_ffffL;
    private static final int MAX_TYPE = 255;
    private static final String PAST = "past";
    private static final String TRUE = "true";

    private final StreamKey stream;
    private final long sequence;
    private final int type;
    private final long timestamp;
    private final MediaKind kind;
    private final byte[] payload;
    private final boolean past;
    private byte[] line;

    /**
     * @param stream which stream
     * @param sequence 0 to {@link #MAX_SEQUENCE}
     * @param type RTMP message type, 0 to 255
     * @param timestamp milliseconds, 0 to 2^32 - 1
     * @param kind what the message is for a player
     * @param payload the message without type and timestamp, at most {@link #MAX_PAYLOAD} bytes
     * @throws IllegalArgumentException if a value is out of its range
     */
    public MediaFrame(
            StreamKey stream,
            long sequence,
            int type,
            long timestamp,
            MediaKind kind,
            byte[] payload) {
        this(stream, sequence, type, timestamp, kind, payload, false);
    }

    private MediaFrame(
            StreamKey stream,
            long sequence,
            int type,
            long timestamp,
            MediaKind kind,
            byte[] payload,
            boolean past) {
        if (sequence < 0
                || sequence > MAX_SEQUENCE
                || (type & ~MAX_TYPE) != 0
                || (timestamp & ~MAX_TIMESTAMP) != 0
                || payload.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException(
                    "sequence %d, type %d, timestamp %d or length %d out of range"
                            .formatted(sequence, type, timestamp, payload.length));
        }
        this.stream = stream;
        this.sequence = sequence;
        this.type = type;
        this.timestamp = timestamp;
        this.kind = kind;
        this.payload = payload;
        this.past = past;
    }

    /**
     * The same message as one that was published before whoever gets it asked for the stream. Such
     * are repeated for late joiners; metadata and configurations are never marked.
     */
    public MediaFrame asPast() {
        return past || kind.isPreface() ? this : marked(true);
    }

    /** The same message as one that belongs to what whoever gets it has been receiving. */
    MediaFrame asCurrent() {
        return past ? marked(false) : this;
    }

    private MediaFrame marked(boolean mark) {
        return new MediaFrame(stream, sequence, type, timestamp, kind, payload, mark);
    }

    static MediaFrame read(Frame frame) throws LinkRefusal {
        if (frame.body() == null) {
            throw new LinkRefusal(Reason.BAD_VALUE, "MEDIA needs the key 'bytes'");
        }
        int type = (int) frame.number("type", 0, MAX_TYPE);
        return new MediaFrame(
                Publication.stream(frame),
                frame.number("seq", 0, MAX_SEQUENCE),
                type,
                frame.number("time", 0, MAX_TIMESTAMP),
                MediaKind.of(frame.text("kind", ""), type),
                frame.body(),
                frame.text(PAST, "").equals(TRUE));
    }

    @Override
    public StreamKey stream() {
        return stream;
    }

    /** Position in the publication. */
    public long sequence() {
        return sequence;
    }

    /** RTMP message type. */
    public int type() {
        return type;
    }

    /** RTMP timestamp in milliseconds. */
    public long timestamp() {
        return timestamp;
    }

    /** What it is for a player. */
    public MediaKind kind() {
        return kind;
    }

    /** Whether it is repeated from before whoever gets it asked for the stream. */
    public boolean isPast() {
        return past;
    }

    @Override
    public byte[] payload() {
        return payload;
    }

    @Override
    public byte[] line() {
        if (line == null) {
            Frame.Builder frame =
                    Publication.frame(Verb.MEDIA, stream)
                            .with("seq", sequence)
                            .with("type", type)
                            .with("time", timestamp)
                            .with("kind", kind.token());
            if (past) {
                frame.with(PAST, TRUE);
            }
            line = FrameEncoder.line(frame.body(payload).build());
        }
        return line;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MediaFrame frame
                && stream.equals(frame.stream)
                && sequence == frame.sequence
                && type == frame.type
                && timestamp == frame.timestamp
                && kind == frame.kind
                && past == frame.past
                && Arrays.equals(payload, frame.payload);
    }

    @Override
    public int hashCode() {
        return stream.hashCode() * 31 + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return "%s #%d %s%s %d ms, %d bytes"
                .formatted(
                        stream,
                        sequence,
                        past ? "past " : "",
                        kind.token(),
                        timestamp,
                        payload.length);
    }
}
