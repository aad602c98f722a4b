package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The receiver of a flow does not want it (any more) (RFC 7016 §2.3.16).
 *
 * @param flowId the sender's flow
 * @param exception 0 when a flow is refused without asking the application
 */
public record FlowExceptionReport(long flowId, long exception) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x5e;

    /** Reads the payload. */
    public static FlowExceptionReport read(WireReader payload) throws WireException {
        long flowId = payload.vlu();
        return new FlowExceptionReport(flowId, payload.vlu());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Vlu.size(flowId) + Vlu.size(exception);
    }

    @Override
    public void writePayload(WireWriter w) {
        w.vlu(flowId).vlu(exception);
    }
}
