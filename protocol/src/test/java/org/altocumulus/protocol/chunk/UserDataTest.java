package org.altocumulus.protocol.chunk;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserDataTest {
    @ParameterizedTest
    @CsvSource({"WHOLE, 0, 00", "BEGIN, 1, 10", "END, 2, 20", "MIDDLE, 3, 30"})
    void fragmentControlHasItsBits(FragmentControl fragment, int code, String flags)
            throws WireException {
        byte[] bytes = hex("100005 " + flags + " 020101 aa");
        UserData chunk = (UserData) ChunkBytes.read(bytes);
        assertThat(chunk.fragment()).isEqualTo(fragment);
        assertThat(chunk.fragment().code()).isEqualTo(code);
        assertThat(ChunkBytes.write(chunk)).isEqualTo(bytes);
        NextUserData next = (NextUserData) ChunkBytes.read("110002" + flags + "aa");
        assertThat(next.fragment()).isEqualTo(fragment);
    }

    @ParameterizedTest
    @CsvSource({
        "00 02 00 00, sequence number 0",
        "02 02 00 00, sequence number 0",
        "00 02 00 01, sequence number 0",
        "00 02 05 06, sequence number 5 with FSN offset 6",
        "03 02 05 06, sequence number 5 with FSN offset 6",
        "00 02 05 00, sequence number 5 with FSN offset 0",
        "01 02 05 00, sequence number 5 with FSN offset 0",
        "00 02 81808080808080808000 01, 2^63",
        "00 02 05, not complete",
        "80 02 05 01, not complete",
        "80 02 05 01 03 00 aa, 2 bytes left",
        "'', 0 left",
    })
    void malformedChunksAreRefused(String payload, String why) {
        assertThatThrownBy(() -> UserData.read(ChunkBytes.payload(payload)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({
        "02 04 07 00, true, false, 7", // abandoned: librtmfp and rtmfp-cpp
        "03 04 07 00, true, true, 7", // an idle flow ends: rtmfp-cpp
        "03 04 07 07, true, true, 0",
        "03 05 2f 06, true, true, 41", // librtmfp
        "01 05 2f 06, false, true, 41",
    })
    void theFormsInWhichClientsAbandonAndEndAreTaken(
            String payload, boolean abandon, boolean isFinal, long forward) throws WireException {
        UserData chunk = UserData.read(ChunkBytes.payload(payload));
        assertThat(chunk.abandon()).isEqualTo(abandon);
        assertThat(chunk.isFinal()).isEqualTo(isFinal);
        assertThat(chunk.forwardSequenceNumber()).isEqualTo(forward);
        assertThat(chunk.length()).isZero();
    }

    @Test
    void reservedBitsAreIgnored() throws WireException {
        UserData chunk = UserData.read(ChunkBytes.payload("4c 02 01 01 aa"));
        assertThat(ChunkBytes.write(chunk)).isEqualTo(hex("100005 00 020101 aa"));
    }

    @Test
    void userDataIsAViewOfThePacket() throws WireException {
        byte[] packet = hex("ffff 00 02 01 01 aabbcc ffff");
        WireReader payload = new WireReader(packet, 2, 7);
        UserData chunk = UserData.read(payload);
        assertThat(chunk.array()).isSameAs(packet);
        assertThat(chunk.offset()).isEqualTo(6);
        assertThat(chunk.length()).isEqualTo(3);
        assertThat(payload.remaining()).isZero();
        NextUserData next = NextUserData.read(new WireReader(packet, 2, 7));
        assertThat(next.array()).isSameAs(packet);
        assertThat(next.offset()).isEqualTo(3);
        assertThat(next.length()).isEqualTo(6);
    }

    @Test
    void optionsGoThereAndBack() throws WireException {
        byte[] bytes = hex("100010 80 020101 05 00 54430401 02 0a 05 00 aabb");
        UserData chunk = (UserData) ChunkBytes.read(bytes);
        assertThat(chunk.options().metadata()).isEqualTo(hex("54430401"));
        assertThat(chunk.options().returnFlowId()).isEqualTo(5);
        assertThat(chunk.options().hasUnknownCritical()).isFalse();
        assertThat(ChunkBytes.write(chunk)).isEqualTo(bytes);
        byte[] next = hex("11000d 80 05 00 54430401 02 0a 05 00 aabb");
        assertThat(ChunkBytes.write(ChunkBytes.read(next))).isEqualTo(next);
    }

    @ParameterizedTest
    @CsvSource({
        "00, false",
        "01 00 00, false",
        "02 0f aa 00, true",
        "03 bf7f aa 00, true", // 8191
        "03 c000 aa 00, false", // 8192
        "0a ffffffffffffffff7f aa 00, false",
        "02 0f aa 05 00 54430400 00, true",
    })
    void unknownOptionsBelow8192AreCritical(String options, boolean critical) throws WireException {
        FlowOptions read = FlowOptions.read(ChunkBytes.payload(options));
        assertThat(read.hasUnknownCritical()).isEqualTo(critical);
    }

    @Test
    void metadataCanBeEmptyWhichIsNotTheSameAsNone() throws WireException {
        FlowOptions empty = FlowOptions.read(ChunkBytes.payload("01 00 00"));
        assertThat(empty.metadata()).isEmpty();
        assertThat(empty.isEmpty()).isFalse();
        assertThat(empty.size()).isEqualTo(3);
        FlowOptions none = FlowOptions.read(ChunkBytes.payload("00"));
        assertThat(none).isSameAs(FlowOptions.NONE);
        assertThat(none.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01 0a 00", // a return association without a flow
                "02 0a 80 00", // a flow id that is not complete
                "02 0a 02 02 0a 02 00", // two of them (§2.3.11.1.2)
                "02 0a 02", // no marker
            })
    void wrongReturnAssociationsAreRefused(String options) {
        assertThatThrownBy(() -> FlowOptions.read(ChunkBytes.payload(options)))
                .isInstanceOf(WireException.class);
    }

    @ParameterizedTest
    @EnumSource(FragmentControl.class)
    void aHeaderThatIsWrittenAloneIsThatOfTheChunk(FragmentControl fragment) {
        byte[] data = hex("aabbcc");
        FlowOptions[] someOptions = {
            FlowOptions.NONE,
            FlowOptions.of(hex("4743")),
            FlowOptions.of(new byte[200], 300),
            FlowOptions.of(null, 2)
        };
        for (FlowOptions options : someOptions) {
            for (long sequence : new long[] {1, 128, 70_000, Long.MAX_VALUE}) {
                UserData chunk =
                        new UserData(false, true, fragment, 1000, sequence, 1, options, data, 1, 2);
                WireWriter w = new WireWriter(400);
                UserData.writeHeader(w, false, true, fragment, 1000, sequence, 1, options, 2);
                assertThat(w.written()).isEqualTo(UserData.headerSize(1000, sequence, 1, options));
                assertSame(chunk, w, data);
            }
            NextUserData next = new NextUserData(true, false, fragment, options, data, 1, 2);
            WireWriter w = new WireWriter(400);
            NextUserData.writeHeader(w, true, false, fragment, options, 2);
            assertThat(w.written()).isEqualTo(NextUserData.headerSize(options));
            assertSame(next, w, data);
        }
    }

    private static void assertSame(Chunk chunk, WireWriter w, byte[] data) {
        w.bytes(data, 1, 2);
        byte[] written = Arrays.copyOf(w.array(), w.written());
        assertThat(written).isEqualTo(ChunkBytes.write(chunk));
    }
}
