package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** The session has ended for the sender, asked to or not (RFC 7016 §2.3.18). */
public record SessionCloseAck() implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x4c;

    /** There is no payload; one that is there is passed over. */
    public static SessionCloseAck read(WireReader payload) {
        payload.rest();
        return new SessionCloseAck();
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
