package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The answer to a {@link Ping} (RFC 7016 §2.3.10).
 *
 * @param messageEcho the message of the ping; some clients leave it empty
 */
public record PingReply(byte[] messageEcho) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x41;

    /** Reads the payload. */
    public static PingReply read(WireReader payload) throws WireException {
        return new PingReply(payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return messageEcho.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        w.bytes(messageEcho);
    }
}
