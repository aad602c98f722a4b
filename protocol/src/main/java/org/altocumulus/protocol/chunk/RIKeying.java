package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Responder Initial Keying, the last step of the startup handshake (RFC 7016 §2.3.8).
 *
 * @param responderSessionId for packets to the responder; opaque, big-endian
 * @param component the responder's session key component
 * @param signature the rest; the Flash profile does not check it
 */
public record RIKeying(int responderSessionId, byte[] component, byte[] signature)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x78;

    /** Reads the payload. */
    public static RIKeying read(WireReader payload) throws WireException {
        int responderSessionId = payload.i32();
        byte[] component = Prefixed.read(payload);
        return new RIKeying(responderSessionId, component, payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Integer.BYTES + Prefixed.size(component) + signature.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        w.i32(responderSessionId);
        Prefixed.write(w, component);
        w.bytes(signature);
    }
}
