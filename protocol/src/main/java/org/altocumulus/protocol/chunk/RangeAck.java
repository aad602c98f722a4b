package org.altocumulus.protocol.chunk;

import java.util.Arrays;
import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Which fragments of a flow have arrived, as run lengths (RFC 7016 §2.3.14).
 *
 * @param flowId the sender's flow
 * @param bufferBlocks blocks of 1024 bytes that the receiver has room for
 * @param cumulativeAck this sequence number and all below it have arrived
 * @param ranges further ones, {@code from1, to1, from2, to2 …}, inclusive, ascending, with at least
 *     one missing before each
 */
public record RangeAck(long flowId, long bufferBlocks, long cumulativeAck, long[] ranges)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x51;

    /** Reads the payload; a range that is cut off or beyond 2^63 - 1 ends the list. */
    public static RangeAck read(WireReader payload) throws WireException {
        long flowId = payload.vlu();
        long bufferBlocks = payload.vlu();
        long cumulativeAck = payload.vlu();
        return new RangeAck(
                flowId, bufferBlocks, cumulativeAck, readRanges(payload, cumulativeAck));
    }

    private static long[] readRanges(WireReader payload, long cumulativeAck) {
        // Each range takes two bytes or more and gives two values.
        long[] ranges = new long[payload.remaining() & ~1];
        int count = 0;
        long cursor = cumulativeAck;
        try {
            while (payload.remaining() > 0) {
                long holesMinusOne = payload.vlu();
                long receivedMinusOne = payload.vlu();
                if (holesMinusOne > Long.MAX_VALUE - 2 - cursor
                        || receivedMinusOne > Long.MAX_VALUE - 2 - cursor - holesMinusOne) {
                    break;
                }
                long from = cursor + 2 + holesMinusOne;
                long to = from + receivedMinusOne;
                ranges[count++] = from;
                ranges[count++] = to;
                cursor = to;
            }
        } catch (WireException e) {
            // §2.3.14: processed up to the last complete range.
            return Arrays.copyOf(ranges, count);
        }
        return count == ranges.length ? ranges : Arrays.copyOf(ranges, count);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Vlu.size(flowId)
                + Vlu.size(bufferBlocks)
                + Vlu.size(cumulativeAck)
                + rangesSize(cumulativeAck, ranges, ranges.length);
    }

    @Override
    public void writePayload(WireWriter w) {
        w.vlu(flowId).vlu(bufferBlocks).vlu(cumulativeAck);
        writeRanges(w, cumulativeAck, ranges, ranges.length);
    }

    /** Bytes that the first {@code values} of {@code ranges} take. */
    static int rangesSize(long cumulativeAck, long[] ranges, int values) {
        int size = 0;
        long cursor = cumulativeAck;
        for (int i = 0; i < values; i += 2) {
            size += rangeSize(cursor, ranges[i], ranges[i + 1]);
            cursor = ranges[i + 1];
        }
        return size;
    }

    /** How many of the first {@code values} of {@code ranges} fit whole into {@code room} bytes. */
    static int valuesThatFit(int room, long cumulativeAck, long[] ranges, int values) {
        int left = room;
        long cursor = cumulativeAck;
        for (int i = 0; i < values; i += 2) {
            left -= rangeSize(cursor, ranges[i], ranges[i + 1]);
            if (left < 0) {
                return i;
            }
            cursor = ranges[i + 1];
        }
        return values;
    }

    static void writeRanges(WireWriter w, long cumulativeAck, long[] ranges, int values) {
        long cursor = cumulativeAck;
        for (int i = 0; i < values; i += 2) {
            w.vlu(ranges[i] - cursor - 2).vlu(ranges[i + 1] - ranges[i]);
            cursor = ranges[i + 1];
        }
    }

    private static int rangeSize(long cursor, long from, long to) {
        return Vlu.size(from - cursor - 2) + Vlu.size(to - from);
    }
}
