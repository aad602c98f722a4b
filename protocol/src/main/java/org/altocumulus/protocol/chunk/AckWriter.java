package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Writes acknowledgements in the more compact of their two forms (RFC 7016 §2.3.13, §3.6.3.4.3).
 */
public final class AckWriter {
    private AckWriter() {}

    /**
     * Writes a {@link RangeAck} or a {@link BitmapAck}, whichever tells more ranges within {@code
     * maxBytes} or, if equal, is smaller; the former if that is equal, too. What does not fit is
     * left out, from the last range on.
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
        int asRanges = RangeAck.valuesThatFit(room, cumulativeAck, ranges, rangeValues);
        int asBits = BitmapAck.valuesThatFit(room, cumulativeAck, ranges, rangeValues);
        int rangesSize = RangeAck.rangesSize(cumulativeAck, ranges, asRanges);
        int bitsSize = (int) BitmapAck.bitsSize(cumulativeAck, ranges, asBits);
        boolean bitmap = asBits > asRanges || (asBits == asRanges && bitsSize < rangesSize);
        int payload = head + (bitmap ? bitsSize : rangesSize);
        w.u8(bitmap ? BitmapAck.TYPE : RangeAck.TYPE).u16(payload);
        w.vlu(flowId).vlu(bufferBlocks).vlu(cumulativeAck);
        if (bitmap) {
            BitmapAck.writeBits(w, cumulativeAck, ranges, asBits);
        } else {
            RangeAck.writeRanges(w, cumulativeAck, ranges, asRanges);
        }
        return Chunk.HEADER_SIZE + payload;
    }
}
