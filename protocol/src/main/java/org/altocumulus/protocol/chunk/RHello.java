package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Responder Hello, the answer to an initiator's hello (RFC 7016 §2.3.4).
 *
 * @param tagEcho the tag of the hello
 * @param cookie to be shown in IIKeying
 * @param certificate the responder's
 */
public record RHello(byte[] tagEcho, byte[] cookie, byte[] certificate) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x70;

    /** Reads the payload. */
    public static RHello read(WireReader payload) throws WireException {
        byte[] tagEcho = Prefixed.read(payload);
        byte[] cookie = Prefixed.read(payload);
        return new RHello(tagEcho, cookie, payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Prefixed.size(tagEcho) + Prefixed.size(cookie) + certificate.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        Prefixed.write(w, tagEcho);
        Prefixed.write(w, cookie);
        w.bytes(certificate);
    }
}
