package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Forwarded Initiator Hello, sent inside a session to whom the initiator asked for (RFC 7016
 * §2.3.3).
 *
 * @param endpointDiscriminator as in the initiator's hello
 * @param replyAddress where the initiator's hello came from, to be answered to
 * @param tag as in the initiator's hello
 */
public record FIHello(byte[] endpointDiscriminator, Address replyAddress, byte[] tag)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x0f;

    /** Reads the payload. */
    public static FIHello read(WireReader payload) throws WireException {
        byte[] endpointDiscriminator = Prefixed.read(payload);
        Address replyAddress = Address.read(payload);
        return new FIHello(endpointDiscriminator, replyAddress, payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Prefixed.size(endpointDiscriminator) + replyAddress.size() + tag.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        Prefixed.write(w, endpointDiscriminator);
        replyAddress.write(w);
        w.bytes(tag);
    }
}
