package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Asks for a {@link PingReply} (RFC 7016 §2.3.9).
 *
 * @param message to come back in the reply; may be empty
 */
public record Ping(byte[] message) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x01;

    /** Reads the payload. */
    public static Ping read(WireReader payload) throws WireException {
        return new Ping(payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return message.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        w.bytes(message);
    }
}
