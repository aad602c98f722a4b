package org.altocumulus.protocol.chunk;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Responder Redirect: other addresses to send the hello to (RFC 7016 §2.3.5).
 *
 * @param tagEcho the tag of the hello
 * @param destinations none means the address that this packet came from (Implied Redirect). Not
 *     copied: whoever made the list leaves it as it is while this is in use
 */
public record Redirect(byte[] tagEcho, List<Address> destinations) implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x71;

    /** Reads the payload. */
    public static Redirect read(WireReader payload) throws WireException {
        byte[] tagEcho = Prefixed.read(payload);
        List<Address> destinations = new ArrayList<>();
        while (payload.remaining() > 0) {
            destinations.add(Address.read(payload));
        }
        return new Redirect(tagEcho, destinations);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        int length = Prefixed.size(tagEcho);
        for (int i = 0; i < destinations.size(); i++) {
            length += destinations.get(i).size();
        }
        return length;
    }

    @Override
    public void writePayload(WireWriter w) {
        Prefixed.write(w, tagEcho);
        for (int i = 0; i < destinations.size(); i++) {
            destinations.get(i).write(w);
        }
    }
}
