package org.altocumulus.protocol.chunk;

import java.util.Arrays;
import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Which fragments of a flow have arrived, as a bit field (RFC 7016 §2.3.13), whose first bit stands
 * for {@code cumulativeAck + 2}: the one before that is missing, or it would be part of the
 * cumulative acknowledgement.
 *
 * @param flowId the sender's flow
 * @param bufferBlocks blocks of 1024 bytes that the receiver has room for
 * @param cumulativeAck this sequence number and all below it have arrived
 * @param ranges further ones, {@code from1, to1, from2, to2 …}, inclusive, ascending, with at least
 *     one missing before each
 */
public record BitmapAck(long flowId, long bufferBlocks, long cumulativeAck, long[] ranges)
        implements Chunk {
    /** The chunk type code. */
    public static final int TYPE = 0x50;

    /** Reads the payload; bits for numbers beyond 2^63 - 1 are ignored. */
    public static BitmapAck read(WireReader payload) throws WireException {
        long flowId = payload.vlu();
        long bufferBlocks = payload.vlu();
        long cumulativeAck = payload.vlu();
        return new BitmapAck(flowId, bufferBlocks, cumulativeAck, readBits(payload, cumulativeAck));
    }

    private static long[] readBits(WireReader payload, long cumulativeAck) throws WireException {
        byte[] field = payload.array();
        int start = payload.position();
        long bits = Math.min(payload.remaining() * 8L, Long.MAX_VALUE - 1 - cumulativeAck);
        payload.skip(payload.remaining());
        long[] ranges = new long[8];
        int count = 0;
        long first = cumulativeAck + 2;
        boolean inRange = false;
        for (int bit = 0; bit < bits; bit++) {
            boolean received = (field[start + (bit >> 3)] >> (bit & 7) & 1) != 0;
            if (received && !inRange) {
                if (count == ranges.length) {
                    ranges = Arrays.copyOf(ranges, 2 * count);
                }
                ranges[count++] = first + bit;
            }
            if (received) {
                ranges[inRange ? count - 1 : count++] = first + bit;
            }
            inRange = received;
        }
        return Arrays.copyOf(ranges, count);
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public int payloadLength() {
        return Vlu.size(flowId) + Vlu.size(bufferBlocks) + Vlu.size(cumulativeAck) + bitsSize();
    }

    @Override
    public void writePayload(WireWriter w) {
        w.vlu(flowId).vlu(bufferBlocks).vlu(cumulativeAck);
        int start = w.position();
        w.fill(0, bitsSize());
        byte[] field = w.array();
        long first = cumulativeAck + 2;
        for (int i = 0; i < ranges.length; i += 2) {
            int to = (int) (ranges[i + 1] - first);
            for (int bit = (int) (ranges[i] - first); bit <= to; bit++) {
                field[start + (bit >> 3)] |= (byte) (1 << (bit & 7));
            }
        }
    }

    private int bitsSize() {
        if (ranges.length == 0) {
            return 0;
        }
        return Math.toIntExact((ranges[ranges.length - 1] - cumulativeAck - 2) / 8 + 1);
    }
}
