package org.altocumulus.protocol.chunk;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;

/** The examples in RFC 7016 §2.3. */
class RfcFiguresTest {
    @Test
    void figure3SequentialMessagesUsingNextUserData() throws WireException {
        byte[] bytes = hex("100007 00 020503 000102" + "110004 00 030405" + "110004 00 060708");
        ChunkCursor cursor = new ChunkCursor().wrap(new WireReader(bytes));

        assertThat(cursor.next()).isTrue();
        UserData first = (UserData) Chunks.read(cursor.type(), cursor.payload());
        assertThat(first.flowId()).isEqualTo(2);
        assertThat(first.sequenceNumber()).isEqualTo(5);
        assertThat(first.forwardSequenceNumber()).isEqualTo(2);
        assertThat(first.fragment()).isEqualTo(FragmentControl.WHOLE);
        assertThat(first.abandon()).isFalse();
        assertThat(first.isFinal()).isFalse();
        assertThat(first.options()).isSameAs(FlowOptions.NONE);
        assertThat(data(first.array(), first.offset(), first.length())).containsExactly(0, 1, 2);

        for (int from = 3; from <= 6; from += 3) {
            assertThat(cursor.next()).isTrue();
            NextUserData next = (NextUserData) Chunks.read(cursor.type(), cursor.payload());
            assertThat(next.fragment()).isEqualTo(FragmentControl.WHOLE);
            assertThat(data(next.array(), next.offset(), next.length()))
                    .containsExactly(from, from + 1, from + 2);
        }
        assertThat(cursor.next()).isFalse();
    }

    @Test
    void figure4BitmapAck() throws WireException {
        byte[] bytes = hex("500005 05 7f 10 79 06");
        BitmapAck ack = (BitmapAck) ChunkBytes.read(bytes);
        assertThat(ack.flowId()).isEqualTo(5);
        assertThat(ack.bufferBlocks()).isEqualTo(127);
        assertThat(ack.cumulativeAck()).isEqualTo(16);
        assertThat(ack.ranges()).containsExactly(18, 18, 21, 24, 27, 28);
        assertThat(ChunkBytes.write(ack)).isEqualTo(bytes);
    }

    @Test
    void figure5RangeAck() throws WireException {
        byte[] bytes = hex("510007 05 7f 10 00 00 01 03");
        RangeAck ack = (RangeAck) ChunkBytes.read(bytes);
        assertThat(ack.flowId()).isEqualTo(5);
        assertThat(ack.bufferBlocks()).isEqualTo(127);
        assertThat(ack.cumulativeAck()).isEqualTo(16);
        assertThat(ack.ranges()).containsExactly(18, 18, 21, 24);
        assertThat(ChunkBytes.write(ack)).isEqualTo(bytes);
    }

    @Test
    void figure6TruncatedRangeAck() throws WireException {
        RangeAck ack = (RangeAck) ChunkBytes.read("510007 05 7f 10 00 00 01 83");
        assertThat(ack.cumulativeAck()).isEqualTo(16);
        assertThat(ack.ranges()).containsExactly(18, 18);
    }

    private static byte[] data(byte[] array, int offset, int length) {
        return Arrays.copyOfRange(array, offset, offset + length);
    }
}
