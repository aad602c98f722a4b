package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Initiator Hello, which begins the startup handshake (RFC 7016 §2.3.2).
 *
 * @param endpointDiscriminator with whom the initiator wants to speak
 * @param tag comes back in the answer; of any length
 */
public record IHello(byte[] endpointDiscriminator, byte[] tag) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x30;

    /** Reads the payload. */
    public static IHello read(WireReader payload) throws WireException {
        byte[] endpointDiscriminator = Prefixed.read(payload);
        return new IHello(endpointDiscriminator, payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Prefixed.size(endpointDiscriminator) + tag.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        Prefixed.write(w, endpointDiscriminator);
        w.bytes(tag);
    }
}
