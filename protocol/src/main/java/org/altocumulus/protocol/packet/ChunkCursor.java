package org.altocumulus.protocol.packet;

import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Walks over the chunks of a plain packet without allocating; one serves many packets. Where fewer
 * than three bytes remain, or a chunk would not fit, the rest is padding (RFC 7016 §2.2.4). Chunks
 * of the padding types 0x00 and 0xff that do fit are shown like unknown ones, for the caller to
 * ignore.
 */
public final class ChunkCursor {
    private final WireReader payload = new WireReader(new byte[0]);
    private byte[] array = new byte[0];
    private int position;
    private int limit;
    private int type;

    /** Begins with the chunk at the reader's position; the reader itself is not moved. */
    public ChunkCursor wrap(WireReader reader) {
        array = reader.array();
        position = reader.position();
        limit = position + reader.remaining();
        payload.wrap(array, position, 0);
        type = 0;
        return this;
    }

    /** Goes to the next chunk; false, also if asked again, when there is none. */
    public boolean next() {
        int start = position + Chunk.HEADER_SIZE;
        if (start > limit) {
            position = limit;
            return false;
        }
        int length = (array[position + 1] & 0xff) << 8 | (array[position + 2] & 0xff);
        if (length > limit - start) {
            position = limit;
            return false;
        }
        type = array[position] & 0xff;
        payload.wrap(array, start, length);
        position = start + length;
        return true;
    }

    /** The type of the chunk that {@link #next} went to, 0 to 255. */
    public int type() {
        return type;
    }

    /** Its payload: always the same reader, that {@link #next} and {@link #wrap} set anew. */
    public WireReader payload() {
        return payload;
    }
}
