package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * RHello Cookie Change: keying is to be done again with another cookie (RFC 7016 §2.3.6).
 *
 * @param oldCookie the one that was shown
 * @param newCookie the one to show instead
 */
public record CookieChange(byte[] oldCookie, byte[] newCookie) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x79;

    /** Reads the payload. */
    public static CookieChange read(WireReader payload) throws WireException {
        byte[] oldCookie = Prefixed.read(payload);
        return new CookieChange(oldCookie, payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Prefixed.size(oldCookie) + newCookie.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        Prefixed.write(w, oldCookie);
        w.bytes(newCookie);
    }
}
