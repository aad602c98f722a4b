package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * A fragment of a message of a flow (RFC 7016 §2.3.11). What was read refers to the packet's array
 * and is valid only while the packet is processed.
 *
 * @param abandon the sender has given this fragment up; any data is to be ignored
 * @param isFinal this is the last sequence number of the flow
 * @param fragment how the fragment stands in its message
 * @param flowId the sender's flow
 * @param sequenceNumber at least 1
 * @param fsnOffset at most {@code sequenceNumber}; 0 only with {@code abandon}
 * @param options {@link FlowOptions#NONE} if there is no list
 * @param array holds the user data
 * @param offset where the user data begins
 * @param length bytes of user data
 */
public record UserData(
        boolean abandon,
        boolean isFinal,
        FragmentControl fragment,
        long flowId,
        long sequenceNumber,
        long fsnOffset,
        FlowOptions options,
        byte[] array,
        int offset,
        int length)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x10;

    private static final int FLAGS_SIZE = 1;

    /** Reads the payload without copying the user data. */
    public static UserData read(WireReader payload) throws WireException {
        int flags = payload.u8();
        boolean abandon = UserDataFlags.abandon(flags);
        long flowId = payload.vlu();
        long sequenceNumber = payload.vlu();
        long fsnOffset = payload.vlu();
        if (sequenceNumber == 0 || fsnOffset > sequenceNumber || (fsnOffset == 0 && !abandon)) {
            throw new WireException(
                    "sequence number " + sequenceNumber + " with FSN offset " + fsnOffset);
        }
        FlowOptions options =
                UserDataFlags.options(flags) ? FlowOptions.read(payload) : FlowOptions.NONE;
        int offset = payload.position();
        int length = payload.remaining();
        payload.skip(length);
        return new UserData(
                abandon,
                UserDataFlags.isFinal(flags),
                FragmentControl.of(flags),
                flowId,
                sequenceNumber,
                fsnOffset,
                options,
                payload.array(),
                offset,
                length);
    }

    /** The sender will not send this sequence number, or one below it, (again). */
    public long forwardSequenceNumber() {
        return sequenceNumber - fsnOffset;
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return headerSize(flowId, sequenceNumber, fsnOffset, options) - HEADER_SIZE + length;
    }

    @Override
    public void writePayload(WireWriter w) {
        writeFields(w, abandon, isFinal, fragment, flowId, sequenceNumber, fsnOffset, options);
        w.bytes(array, offset, length);
    }

    /** Bytes of a chunk, its header included, before the user data. */
    public static int headerSize(
            long flowId, long sequenceNumber, long fsnOffset, FlowOptions options) {
        return HEADER_SIZE
                + FLAGS_SIZE
                + Vlu.size(flowId)
                + Vlu.size(sequenceNumber)
                + Vlu.size(fsnOffset)
                + options.size();
    }

    /**
     * Writes a chunk up to its user data, of which the caller writes {@code dataLength} bytes next.
     */
    public static void writeHeader(
            WireWriter w,
            boolean abandon,
            boolean isFinal,
            FragmentControl fragment,
            long flowId,
            long sequenceNumber,
            long fsnOffset,
            FlowOptions options,
            int dataLength) {
        int size = headerSize(flowId, sequenceNumber, fsnOffset, options);
        w.u8(TYPE).u16(size - HEADER_SIZE + dataLength);
        writeFields(w, abandon, isFinal, fragment, flowId, sequenceNumber, fsnOffset, options);
    }

    private static void writeFields(
            WireWriter w,
            boolean abandon,
            boolean isFinal,
            FragmentControl fragment,
            long flowId,
            long sequenceNumber,
            long fsnOffset,
            FlowOptions options) {
        w.u8(UserDataFlags.of(!options.isEmpty(), fragment, abandon, isFinal));
        w.vlu(flowId).vlu(sequenceNumber).vlu(fsnOffset);
        options.write(w);
    }
}
