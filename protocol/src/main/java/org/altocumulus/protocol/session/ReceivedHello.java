package org.altocumulus.protocol.session;

import java.util.Arrays;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * The hello that a responder is answering (RFC 7016 §2.3.2): one for all of them, as most come for
 * the same URI with tags of the same length and then nothing is allocated for them. Belongs to one
 * loop.
 */
final class ReceivedHello {
    private EndpointDiscriminator wanted;
    private byte[] tag = {};

    /**
     * Takes in the payload of an IHello.
     *
     * @throws WireException if it is malformed; this hello then has to be read anew
     */
    void read(WireReader payload) throws WireException {
        int length = payload.vluLength();
        if (isWanted(payload, length)) {
            payload.skip(length);
        } else {
            wanted = EndpointDiscriminator.parse(payload.bytes(length));
        }
        if (tag.length != payload.remaining()) {
            tag = new byte[payload.remaining()];
        }
        payload.bytes(tag);
    }

    private boolean isWanted(WireReader payload, int length) {
        if (wanted == null) {
            return false;
        }
        byte[] last = wanted.encoded();
        int start = payload.position();
        return Arrays.equals(last, 0, last.length, payload.array(), start, start + length);
    }

    /** Whom it is for; well-formed, not necessarily valid. */
    EndpointDiscriminator wanted() {
        return wanted;
    }

    /** Its tag, which the next hello may overwrite. */
    byte[] tag() {
        return tag;
    }
}
