package org.altocumulus.edge.app;

import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * A message of a live stream, looked at once and then shared by all loops and players.
 *
 * @param message as players get it
 * @param kind what it holds
 * @param frame the handler under which the data is kept for late joiners, or null if it is not
 * @param clears whether it is an instruction to keep no data under {@code frame}, not for players
 * @param number its position in the publication, or {@link #NO_NUMBER} before its home gave it one
 */
record StreamMessage(
        RtmpMessage message, MediaKind kind, String frame, boolean clears, long number) {
    static final long NO_NUMBER = -1;

    /** What a message costs beside its bytes, so that empty ones are not free. */
    private static final int OVERHEAD = 64;

    static StreamMessage media(RtmpMessage message) {
        return new StreamMessage(message, MediaKind.of(message), null, false, NO_NUMBER);
    }

    static StreamMessage data(RtmpMessage message, String frame) {
        return new StreamMessage(message, MediaKind.OTHER, frame, false, NO_NUMBER);
    }

    StreamMessage numbered(long position) {
        return new StreamMessage(message, kind, frame, clears, position);
    }

    /** Bytes it counts for in a queue. */
    int size() {
        return message.encoded().length + OVERHEAD;
    }
}
