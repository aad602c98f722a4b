package org.altocumulus.protocol.message;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * An RTMP message as a flow carries it: {@code type 8 | timestamp 32 | payload} (RFC 7425 §5.1).
 *
 * <p>Immutable, so it is encoded once and shared by all who send it, in any thread. Its array is
 * never copied and must not be changed.
 */
public final class RtmpMessage {
    /** Bytes before the payload. */
    public static final int HEADER_SIZE = 5;

    private static final long MAX_TIMESTAMP = 0xffff_ffffL;

    private final byte[] encoded;
    private final int type;
    private final long timestamp;

    private RtmpMessage(byte[] encoded, int type, long timestamp) {
        this.encoded = encoded;
        this.type = type;
        this.timestamp = timestamp;
    }

    /**
     * Takes a message that a flow delivered; the array is shared.
     *
     * @throws WireException if it is shorter than its header
     */
    public static RtmpMessage parse(byte[] encoded) throws WireException {
        WireReader reader = new WireReader(encoded);
        int type = reader.u8();
        return new RtmpMessage(encoded, type, reader.u32());
    }

    /**
     * Makes a message; the payload is copied.
     *
     * @param type 0 to 255, see {@link MessageType}
     * @param timestamp milliseconds, 0 to 2^32 - 1
     */
    public static RtmpMessage of(int type, long timestamp, byte[] payload) {
        if (type < 0 || type > 0xff || timestamp < 0 || timestamp > MAX_TIMESTAMP) {
            throw new IllegalArgumentException("type " + type + " at " + timestamp + " ms");
        }
        WireWriter writer = new WireWriter(HEADER_SIZE + payload.length);
        writer.u8(type).i32((int) timestamp).bytes(payload);
        return new RtmpMessage(writer.array(), type, timestamp);
    }

    /**
     * The same message at another time; the payload is copied.
     *
     * @param when milliseconds, 0 to 2^32 - 1
     */
    public RtmpMessage at(long when) {
        if (when < 0 || when > MAX_TIMESTAMP) {
            throw new IllegalArgumentException("at " + when + " ms");
        }
        byte[] moved = encoded.clone();
        for (int i = 1; i < HEADER_SIZE; i++) {
            moved[i] = (byte) (when >>> (8 * (HEADER_SIZE - 1 - i)));
        }
        return new RtmpMessage(moved, type, when);
    }

    /** The type, see {@link MessageType}. */
    public int type() {
        return type;
    }

    /** Milliseconds, 0 to 2^32 - 1, of a clock that starts anywhere and wraps. */
    public long timestamp() {
        return timestamp;
    }

    /** Type, timestamp and payload; shared, not to be changed. */
    public byte[] encoded() {
        return encoded;
    }

    /** Bytes of the payload, which is the rest of {@link #encoded} behind the header. */
    public int payloadLength() {
        return encoded.length - HEADER_SIZE;
    }

    /** A new reader of the payload. */
    public WireReader payload() {
        return new WireReader(encoded, HEADER_SIZE, payloadLength());
    }

    @Override
    public String toString() {
        return "RtmpMessage[type "
                + type
                + ", "
                + timestamp
                + " ms, "
                + payloadLength()
                + " bytes]";
    }
}
