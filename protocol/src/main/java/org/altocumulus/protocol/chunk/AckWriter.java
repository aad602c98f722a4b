package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Writes acknowledgements without allocating (RFC 7016 §2.3.14). Always as ranges: §3.6.3.4.3 asks
 * for the more compact of the two forms, but rtmfp-cpp does not look at the bits of a {@link
 * BitmapAck}, and would send again what they acknowledge.
 */
public final class AckWriter {
    private AckWriter() {}

    /** Bytes of an acknowledgement with all its ranges, its header included. */
    public static int size(
            long flowId, long bufferBlocks, long cumulativeAck, long[] ranges, int rangeValues) {
        return Chunk.HEADER_SIZE
                + Vlu.size(flowId)
                + Vlu.size(bufferBlocks)
                + Vlu.size(cumulativeAck)
                + RangeAck.rangesSize(cumulativeAck, ranges, rangeValues);
    }

    /**
     * Writes a {@link RangeAck}. What does not fit within {@code maxBytes} is left out, from the
     * last range on.
     *
     * @param maxBytes the most that the chunk may take, its header included
     * @param ranges as in {@link RangeAck}
     * @param rangeValues how many values of {@code ranges} count, an even number
     * @return bytes written; 0 if not even an acknowledgement without ranges fits
     */
    public static int write(
            WireWriter w,
            int maxBytes,
            long flowId,
            long bufferBlocks,
            long cumulativeAck,
            long[] ranges,
            int rangeValues) {
        int head = Vlu.size(flowId) + Vlu.size(bufferBlocks) + Vlu.size(cumulativeAck);
        int most =
                Math.min(Math.min(maxBytes, w.remaining()) - Chunk.HEADER_SIZE, Chunk.MAX_PAYLOAD);
        int room = most - head;
        if (room < 0) {
            return 0;
        }
        int values = RangeAck.valuesThatFit(room, cumulativeAck, ranges, rangeValues);
        int payload = head + RangeAck.rangesSize(cumulativeAck, ranges, values);
        w.u8(RangeAck.TYPE).u16(payload);
        w.vlu(flowId).vlu(bufferBlocks).vlu(cumulativeAck);
        RangeAck.writeRanges(w, cumulativeAck, ranges, values);
        return Chunk.HEADER_SIZE + payload;
    }
}
