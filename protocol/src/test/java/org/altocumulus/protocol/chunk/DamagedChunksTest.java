package org.altocumulus.protocol.chunk;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bytes that were cut off or damaged give chunks or a WireException, and nothing else. */
class DamagedChunksTest {
    /** Types that were not recorded, or not with all that they can have. */
    private static final List<String> MORE_CHUNKS =
            List.of(
                    "7f0007 80 8100 8100 aabb",
                    "790006 03aabbcc ddee",
                    "710021 01aa 01 7f000001 078f 82 20010db8000000000000000000000001 078f 00",
                    "180002 8100",
                    "100016 b2 8102 8305 01 05 00 54430401 03 0a 8100 02 0f 01 00 aabb",
                    "500008 05 ff7f 10 79 06 80 01",
                    "51000c 05 ff7f 10 00 00 8103 8203 05 06 07",
                    "51000f 05 7f ffffffffffffffff7d 00 00 00 00",
                    "50000d 05 7f ffffffffffffffff7d ffff");

    private static List<byte[]> packets;

    /** Whole chunks, header included. */
    private static List<byte[]> chunks;

    @BeforeAll
    static void load() throws WireException {
        packets =
                Vectors.recordings()
                        .flatMap(recording -> recording.packets().stream())
                        .map(RecordedPacket::packet)
                        .toList();
        chunks = new ArrayList<>();
        MORE_CHUNKS.forEach(chunk -> chunks.add(hex(chunk)));
        ChunkCursor cursor = new ChunkCursor();
        for (byte[] packet : packets) {
            WireReader reader = new WireReader(packet);
            PacketHeader.read(reader);
            cursor.wrap(reader);
            while (cursor.next()) {
                int start = cursor.payload().position() - Chunk.HEADER_SIZE;
                int end = cursor.payload().position() + cursor.payload().remaining();
                chunks.add(Arrays.copyOfRange(packet, start, end));
            }
        }
    }

    @Test
    void everyTruncationOfEveryRecordedPacketIsRead() {
        assertThat(packets).hasSizeGreaterThan(400);
        packets.forEach(packet -> Mutations.truncateEverywhere(packet, this::walk));
    }

    @Test
    void damagedPacketsAreRead() {
        Mutations.mutateAll(packets, this::walk);
    }

    @Test
    void everyTruncationOfEveryPayloadIsRead() {
        for (byte[] chunk : chunks) {
            int type = chunk[0] & 0xff;
            byte[] payload = Arrays.copyOfRange(chunk, Chunk.HEADER_SIZE, chunk.length);
            Mutations.truncateEverywhere(payload, cut -> read(type, cut));
        }
    }

    @Test
    void damagedPayloadsOfEachTypeAreRead() {
        for (int type :
                new int[] {
                    0x7f, 0x30, 0x0f, 0x70, 0x71, 0x79, 0x38, 0x78, 0x01, 0x41, 0x10, 0x11, 0x50,
                    0x51, 0x18, 0x5e, 0x0c, 0x4c
                }) {
            List<byte[]> payloads =
                    chunks.stream()
                            .filter(chunk -> (chunk[0] & 0xff) == type)
                            .map(chunk -> Arrays.copyOfRange(chunk, 3, chunk.length))
                            .toList();
            assertThat(payloads).as("chunks of type %02x", type).isNotEmpty();
            Mutations.mutateAll(payloads, damaged -> read(type, damaged));
        }
    }

    @Test
    void damagedOptionListsAreRead() {
        byte[] list = hex("05 00 54430401 03 0a 8100 02 0f 01 04 c000 aabb 00");
        Mutations.truncateEverywhere(list, cut -> FlowOptions.read(new WireReader(cut)));
        Mutations.mutateAll(
                List.of(list),
                damaged -> {
                    FlowOptions options = FlowOptions.read(new WireReader(damaged));
                    assertThat(options.size()).isBetween(0, damaged.length);
                });
    }

    private void walk(byte[] packet) throws WireException {
        WireReader reader = new WireReader(packet);
        PacketHeader.read(reader);
        ChunkCursor cursor = new ChunkCursor().wrap(reader);
        while (cursor.next()) {
            byte[] payload =
                    Arrays.copyOfRange(
                            packet,
                            cursor.payload().position(),
                            cursor.payload().position() + cursor.payload().remaining());
            try {
                read(cursor.type(), payload);
            } catch (WireException e) {
                // RFC 7016 §2.3: processing goes on with the next chunk.
                assertThat(e).hasNoCause();
            }
        }
    }

    /** What can be read can be written, and is then the same when it is read again. */
    private static void read(int type, byte[] payload) throws WireException {
        Chunk chunk = Chunks.read(type, new WireReader(payload));
        if (chunk == null) {
            return;
        }
        byte[] written = ChunkBytes.write(chunk);
        assertThat(ChunkBytes.write(ChunkBytes.read(written))).isEqualTo(written);
        if (chunk instanceof RangeAck ack) {
            assertOrder(ack.cumulativeAck(), ack.ranges());
        } else if (chunk instanceof BitmapAck ack) {
            assertOrder(ack.cumulativeAck(), ack.ranges());
        }
    }

    private static void assertOrder(long cumulativeAck, long[] ranges) {
        long cursor = cumulativeAck;
        for (int i = 0; i < ranges.length; i += 2) {
            assertThat(ranges[i]).isGreaterThan(cursor + 1);
            assertThat(ranges[i + 1]).isGreaterThanOrEqualTo(ranges[i]);
            cursor = ranges[i + 1];
        }
    }
}
