package org.altocumulus.edge.stream;

import java.util.Arrays;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;

/**
 * A message of a live stream, looked at once and then shared by all loops and players.
 *
 * @param message as players get it
 * @param kind what it holds
 * @param frame the handler under which the data is kept for late joiners, or null if it is not
 * @param clears whether it is an instruction to keep no data under {@code frame}, not for players
 * @param number its position in the publication, or {@link #NO_NUMBER} before its home gave it one
 * @param past whether it was published before this node asked for the stream
 */
public record StreamMessage(
        RtmpMessage message,
        MediaKind kind,
        String frame,
        boolean clears,
        long number,
        boolean past)
        implements LateJoinCache.Message<StreamMessage> {
    static final long NO_NUMBER = -1;

    /** What a message costs beside its bytes, so that empty ones are not free. */
    static final int OVERHEAD = 64;

    /** Most bytes of a message's payload that every node passes on. */
    public static final int MAX_BYTES = MediaFrame.MAX_PAYLOAD;

    /**
     * A message of a publisher as it is passed on, or null if it is none of a stream: of audio,
     * video and data.
     *
     * @throws WireException if it is data that cannot be read
     */
    public static StreamMessage read(RtmpMessage message) throws WireException {
        return switch (message.type()) {
            case MessageType.AUDIO, MessageType.VIDEO -> media(message);
            case MessageType.DATA_AMF0, MessageType.DATA_AMF3 -> DataFrames.read(message);
            default -> null;
        };
    }

    static StreamMessage media(RtmpMessage message) {
        return new StreamMessage(message, MediaKind.of(message), null, false, NO_NUMBER, false);
    }

    static StreamMessage data(RtmpMessage message, String frame) {
        return new StreamMessage(message, MediaKind.OTHER, frame, false, NO_NUMBER, false);
    }

    /** An instruction to keep no data under {@code frame}. */
    static StreamMessage clear(RtmpMessage message, String frame) {
        return new StreamMessage(message, MediaKind.OTHER, frame, true, NO_NUMBER, false);
    }

    StreamMessage numbered(long position) {
        return new StreamMessage(message, kind, frame, clears, position, past);
    }

    StreamMessage markedPast() {
        return new StreamMessage(message, kind, frame, clears, number, true);
    }

    /** The same at another time. */
    StreamMessage at(RtmpMessage moved) {
        return new StreamMessage(moved, kind, frame, clears, number, past);
    }

    /** Whether a decoder or a program needs it whenever it joins. */
    public boolean isHead() {
        return frame != null || kind.isConfiguration();
    }

    /** Whether it is data for those who are there when it is sent, and for nobody later. */
    public boolean isPassing() {
        return frame == null && !kind.isMedia();
    }

    /** Bytes of its payload on the way to other nodes, which may not exceed {@link #MAX_BYTES}. */
    public int payloadBytes() {
        return DataFrames.sizeForCluster(this);
    }

    /** Bytes it counts for in a queue. */
    @Override
    public int size() {
        return message.encoded().length + OVERHEAD;
    }

    @Override
    public long timestamp() {
        return message.timestamp();
    }

    @Override
    public boolean hasContentOf(StreamMessage other) {
        byte[] left = message.encoded();
        byte[] right = other.message.encoded();
        int header = RtmpMessage.HEADER_SIZE;
        return message.type() == other.message.type()
                && Arrays.equals(left, header, left.length, right, header, right.length);
    }
}
