package org.altocumulus.protocol.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.vectors.RecordedChunk;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.vectors.Recording;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What real clients and servers have sent is read as it was meant, and written as it was sent. */
class RecordedChunksTest {
    private static final int PADDING = 0xff;

    static Stream<Recording> recordings() {
        return Vectors.recordings();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyPacketHasTheRecordedChunksAndIsWrittenWithTheSameBytes(Recording recording)
            throws WireException {
        assertThat(recording.packets()).isNotEmpty();
        for (RecordedPacket packet : recording.packets()) {
            try {
                check(packet);
            } catch (AssertionError e) {
                throw new AssertionError(packet.toString(), e);
            }
        }
    }

    @Test
    void theRecordingsHaveMostTypesOfChunks() {
        Set<Integer> types = new HashSet<>();
        recordings()
                .flatMap(recording -> recording.packets().stream())
                .forEach(packet -> packet.chunks().forEach(chunk -> types.add(chunk.type())));
        assertThat(types)
                .contains(0x01, 0x0c, 0x0f, 0x10, 0x11, 0x30, 0x38, 0x41)
                .contains(0x4c, 0x51, 0x5e, 0x70, 0x71, 0x78);
    }

    private static void check(RecordedPacket packet) throws WireException {
        WireReader reader = new WireReader(packet.packet());
        PacketHeader header = PacketHeader.read(reader);
        assertThat(header.timestamp()).isEqualTo(packet.timestamp());
        assertThat(header.timestampEcho()).isEqualTo(packet.timestampEcho());
        WireWriter w = new WireWriter(packet.packet().length);
        header.write(w);

        ChunkCursor cursor = new ChunkCursor().wrap(reader);
        UserData current = null;
        for (RecordedChunk recorded : packet.chunks()) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.type()).isEqualTo(recorded.type());
            assertThat(cursor.payload().remaining()).isEqualTo(recorded.length());
            Chunk chunk = Chunks.read(cursor.type(), cursor.payload());
            assertThat(cursor.payload().remaining()).isZero();
            Map<String, String> fields = RecordedFields.of(chunk);
            if (chunk instanceof UserData data) {
                current = data;
            } else if (chunk instanceof NextUserData next) {
                current = following(current, next);
                RecordedFields.putUserData(fields, current);
            }
            RecordedFields.check(recorded, fields);
            chunk.write(w);
        }
        assertThat(cursor.next()).isFalse();
        w.fill(PADDING, w.remaining());
        assertThat(w.array()).isEqualTo(packet.packet());
    }

    /** The same fragment as a User Data chunk, which has the numbers (RFC 7016 §2.3.12). */
    private static UserData following(UserData before, NextUserData next) {
        return new UserData(
                next.abandon(),
                next.isFinal(),
                next.fragment(),
                before.flowId(),
                before.sequenceNumber() + 1,
                before.fsnOffset() + 1,
                next.options(),
                next.array(),
                next.offset(),
                next.length());
    }
}
