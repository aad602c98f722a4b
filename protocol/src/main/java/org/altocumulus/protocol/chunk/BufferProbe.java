package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Asks for an acknowledgement that tells the free buffer (RFC 7016 §2.3.15).
 *
 * @param flowId of the asker's sending flow
 */
public record BufferProbe(long flowId) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x18;

    /** Reads the payload. */
    public static BufferProbe read(WireReader payload) throws WireException {
        return new BufferProbe(payload.vlu());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Vlu.size(flowId);
    }

    @Override
    public void writePayload(WireWriter w) {
        w.vlu(flowId);
    }
}
