package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * A part of a packet that is larger than the path takes (RFC 7016 §2.3.1).
 *
 * @param moreFragments whether this is not the last part
 * @param packetId the same for all parts of a packet
 * @param fragmentNumber counted from 0
 * @param fragment a part of the plain packet, never empty
 */
public record PacketFragment(
        boolean moreFragments, long packetId, long fragmentNumber, byte[] fragment)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x7f;

    private static final int MORE = 0x80;

    /**
     * @throws IllegalArgumentException if the fragment is empty
     */
    public PacketFragment {
        if (fragment.length == 0) {
            throw new IllegalArgumentException("empty packet fragment");
        }
    }

    /** Bytes of the chunk, its header included, that are not the fragment. */
    public static int overhead(long packetId, long fragmentNumber) {
        return HEADER_SIZE + 1 + Vlu.size(packetId) + Vlu.size(fragmentNumber);
    }

    /** Reads the payload. */
    public static PacketFragment read(WireReader payload) throws WireException {
        int flags = payload.u8();
        long packetId = payload.vlu();
        long fragmentNumber = payload.vlu();
        if (payload.remaining() == 0) {
            throw new WireException("empty packet fragment");
        }
        return new PacketFragment((flags & MORE) != 0, packetId, fragmentNumber, payload.rest());
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return 1 + Vlu.size(packetId) + Vlu.size(fragmentNumber) + fragment.length;
    }

    @Override
    public void writePayload(WireWriter w) {
        w.u8(moreFragments ? MORE : 0).vlu(packetId).vlu(fragmentNumber).bytes(fragment);
    }
}
