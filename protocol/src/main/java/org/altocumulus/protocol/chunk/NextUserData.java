package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The fragment after that of the {@link UserData} or {@code NextUserData} before it in the packet,
 * of the same flow and with the same forward sequence number (RFC 7016 §2.3.12). The receiver keeps
 * these; without a chunk before it, this one is ignored.
 *
 * <p>What was read refers to the packet's array and is valid only while the packet is processed.
 *
 * @param abandon the sender has given this fragment up; any data is to be ignored
 * @param isFinal this is the last sequence number of the flow
 * @param fragment how the fragment stands in its message
 * @param options {@link FlowOptions#NONE} if there is no list
 * @param array holds the user data
 * @param offset where the user data begins
 * @param length bytes of user data
 */
public record NextUserData(
        boolean abandon,
        boolean isFinal,
        FragmentControl fragment,
        FlowOptions options,
        byte[] array,
        int offset,
        int length)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x11;

    private static final int FLAGS_SIZE = 1;

    /** Reads the payload without copying the user data. */
    public static NextUserData read(WireReader payload) throws WireException {
        int flags = payload.u8();
        FlowOptions options =
                UserDataFlags.options(flags) ? FlowOptions.read(payload) : FlowOptions.NONE;
        int offset = payload.position();
        int length = payload.remaining();
        payload.skip(length);
        return new NextUserData(
                UserDataFlags.abandon(flags),
                UserDataFlags.isFinal(flags),
                FragmentControl.of(flags),
                options,
                payload.array(),
                offset,
                length);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return headerSize(options) - HEADER_SIZE + length;
    }

    @Override
    public void writePayload(WireWriter w) {
        writeFields(w, abandon, isFinal, fragment, options);
        w.bytes(array, offset, length);
    }

    /** Bytes of a chunk, its header included, before the user data. */
    public static int headerSize(FlowOptions options) {
        return HEADER_SIZE + FLAGS_SIZE + options.size();
    }

    /**
     * Writes a chunk up to its user data, of which the caller writes {@code dataLength} bytes next.
     */
    public static void writeHeader(
            WireWriter w,
            boolean abandon,
            boolean isFinal,
            FragmentControl fragment,
            FlowOptions options,
            int dataLength) {
        w.u8(TYPE).u16(headerSize(options) - HEADER_SIZE + dataLength);
        writeFields(w, abandon, isFinal, fragment, options);
    }

    private static void writeFields(
            WireWriter w,
            boolean abandon,
            boolean isFinal,
            FragmentControl fragment,
            FlowOptions options) {
        w.u8(UserDataFlags.of(!options.isEmpty(), fragment, abandon, isFinal));
        options.write(w);
    }
}
