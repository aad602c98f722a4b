package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Initiator Initial Keying (RFC 7016 §2.3.7).
 *
 * @param initiatorSessionId for packets to the initiator; opaque, big-endian
 * @param cookieEcho the responder's cookie
 * @param certificate the initiator's
 * @param component the initiator's session key component
 * @param signature the rest; the Flash profile does not check it
 */
public record IIKeying(
        int initiatorSessionId,
        byte[] cookieEcho,
        byte[] certificate,
        byte[] component,
        byte[] signature)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x38;

    /** Reads the payload. */
    public static IIKeying read(WireReader payload) throws WireException {
        int initiatorSessionId = payload.i32();
        byte[] cookieEcho = Prefixed.read(payload);
        byte[] certificate = Prefixed.read(payload);
        byte[] component = Prefixed.read(payload);
        return new IIKeying(initiatorSessionId, cookieEcho, certificate, component, payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Integer.BYTES
                + Prefixed.size(cookieEcho)
                + Prefixed.size(certificate)
                + Prefixed.size(component)
                + signature.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        w.i32(initiatorSessionId);
        Prefixed.write(w, cookieEcho);
        Prefixed.write(w, certificate);
        Prefixed.write(w, component);
        w.bytes(signature);
    }
}
