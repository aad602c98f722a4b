package org.altocumulus.protocol.packet;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketHeaderTest {
    @ParameterizedTest
    @CsvSource({
        "0b 3320, false, false, STARTUP, 13088, -1",
        "01, false, false, INITIATOR, -1, -1",
        "82, true, false, RESPONDER, -1, -1",
        "89 ffff, true, false, INITIATOR, 65535, -1",
        "4e 0000 8000, false, true, RESPONDER, 0, 32768",
        "46 0001, false, true, RESPONDER, -1, 1",
        "cd 0102 0304, true, true, INITIATOR, 258, 772",
    })
    void headersGoThereAndBack(
            String bytes, boolean critical, boolean reverse, PacketMode mode, int ts, int echo)
            throws WireException {
        WireReader reader = new WireReader(hex(bytes));
        PacketHeader header = PacketHeader.read(reader);
        assertThat(header).isEqualTo(new PacketHeader(critical, reverse, mode, ts, echo));
        assertThat(reader.remaining()).isZero();
        WireWriter w = new WireWriter(PacketHeader.MAX_SIZE);
        header.write(w);
        assertThat(w.toByteArray()).isEqualTo(hex(bytes)).hasSize(header.size());
    }

    @Test
    void everyByteOfFlagsIsReadOrHasModeZero() throws WireException {
        for (int flags = 0; flags < 256; flags++) {
            byte[] bytes = {(byte) flags, 0, 1, 0, 2};
            if ((flags & 3) == 0) {
                assertThatThrownBy(() -> PacketHeader.read(new WireReader(bytes)))
                        .isInstanceOf(WireException.class)
                        .hasMessageContaining("mode 0");
                continue;
            }
            PacketHeader header = PacketHeader.read(new WireReader(bytes));
            WireWriter w = new WireWriter(PacketHeader.MAX_SIZE);
            header.write(w);
            int reserved = 0x30;
            assertThat(w.array()[0]).isEqualTo((byte) (flags & ~reserved));
            assertThat(header.mode().code()).isEqualTo(flags & 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0b", "0b 00", "06", "06 00", "0e 0000", "0e 0000 00"})
    void anIncompleteHeaderIsRefused(String bytes) {
        assertThatThrownBy(() -> PacketHeader.read(new WireReader(hex(bytes))))
                .isInstanceOf(WireException.class);
    }

    @Test
    void aStartupHeaderHasTheFlagsThatAllClientsTake() {
        WireWriter w = new WireWriter(3);
        PacketHeader.startup(0xabcd).write(w);
        assertThat(w.array()).isEqualTo(hex("0b abcd"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void timestampsHave16Bits(int wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PacketHeader(false, false, PacketMode.INITIATOR, wrong, -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PacketHeader(false, false, PacketMode.INITIATOR, -1, wrong));
    }
}
