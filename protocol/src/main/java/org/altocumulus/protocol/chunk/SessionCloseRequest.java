package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** Asks for an orderly end of the session (RFC 7016 §2.3.17). */
public record SessionCloseRequest() implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x0c;

    /** There is no payload; one that is there is passed over. */
    public static SessionCloseRequest read(WireReader payload) {
        payload.rest();
        return new SessionCloseRequest();
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return 0;
    }

    @Override
    public void writePayload(WireWriter w) {
        // RFC 7016 has no field here.
    }
}
