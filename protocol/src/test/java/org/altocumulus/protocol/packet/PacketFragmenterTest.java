package org.altocumulus.protocol.packet;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacketFragmenterTest {
    private static final PacketHeader HEADER = PacketHeader.startup(1);

    @Test
    void aPacketThatFitsIsLeftAsItIs() {
        byte[] packet = hex("0b 0001 300000");
        assertThat(PacketFragmenter.split(HEADER, packet, 5, 6)).containsExactly(packet);
    }

    @Test
    void fragmentsHaveTheHeaderAndOneChunkEach() {
        byte[] packet = hex("0b 0001 30000a 00112233445566778899");
        List<byte[]> packets = PacketFragmenter.split(HEADER, packet, 0x80, 15);
        assertThat(packets)
                .containsExactly(
                        hex("0b 0001 7f0009 80 8100 00 0b00013000"),
                        hex("0b 0001 7f0009 80 8100 01 0a00112233"),
                        hex("0b 0001 7f0009 80 8100 02 4455667788"),
                        hex("0b 0001 7f0005 00 8100 03 99"));
    }

    @ParameterizedTest
    @CsvSource({"2000, 1192", "4096, 1192", "65536, 1192", "3000, 100", "3000, 38", "200, 13"})
    void whatIsDividedIsPutTogetherAgain(int length, int maxPacket) throws WireException {
        byte[] packet = new byte[length];
        for (int i = 0; i < length; i++) {
            packet[i] = (byte) (i * 31 + 0x0b);
        }
        PacketReassembler reassembler = new PacketReassembler(1);
        byte[] whole = null;
        for (byte[] part : PacketFragmenter.split(HEADER, packet, 5, maxPacket)) {
            assertThat(part).hasSizeLessThanOrEqualTo(maxPacket);
            assertThat(whole).isNull();
            WireReader reader = new WireReader(part);
            assertThat(PacketHeader.read(reader)).isEqualTo(HEADER);
            ChunkCursor cursor = new ChunkCursor().wrap(reader);
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.type()).isEqualTo(PacketFragment.TYPE);
            PacketFragment fragment = PacketFragment.read(cursor.payload());
            whole = reassembler.add("source", PacketMode.STARTUP, fragment, 0);
            assertThat(cursor.next()).isFalse();
        }
        assertThat(whole).isEqualTo(packet);
    }

    @Test
    void aLimitWithoutRoomForDataIsAnErrorOfOurs() {
        byte[] packet = new byte[100];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PacketFragmenter.split(HEADER, packet, 5, 9));
        assertThat(PacketFragmenter.split(HEADER, packet, 5, 10)).hasSize(100);
    }
}
