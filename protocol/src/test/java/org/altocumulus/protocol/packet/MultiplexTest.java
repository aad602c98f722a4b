package org.altocumulus.protocol.packet;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.vectors.Recording;
import org.altocumulus.protocol.vectors.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MultiplexTest {
    static Stream<Recording> recordings() {
        return Vectors.recordings();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void recordedDatagramsHaveTheirSessionId(Recording recording) {
        for (RecordedPacket packet : recording.packets()) {
            byte[] datagram = packet.datagram();
            assertThat(Multiplex.sessionId(datagram, 0, datagram.length))
                    .as(packet.toString())
                    .isEqualTo(packet.sessionId());
            byte[] scrambled = datagram.clone();
            Arrays.fill(scrambled, 0, Multiplex.SIZE, (byte) 0);
            Multiplex.scramble(scrambled, 0, scrambled.length, packet.sessionId());
            assertThat(scrambled).as(packet.toString()).isEqualTo(datagram);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "80000001 00000000 00000000, 80000001",
        "00000000 01020304 10203040 ff, 11223344",
        "00000000 01020304 1020, 11220304", // as if padded with zeros (RFC 7016 §2.2.2)
        "00000000 0102, 01020000",
        "01020304, 01020304",
        "010203, 01020300",
        "'', 00000000",
    })
    void whatIsMissingCountsAsZero(String datagram, String sessionId) {
        byte[] bytes = hex(datagram);
        byte[] inside = new byte[bytes.length + 10];
        Arrays.fill(inside, (byte) 0xee);
        System.arraycopy(bytes, 0, inside, 5, bytes.length);
        int expected = HexFormat.fromHexDigits(sessionId);
        assertThat(Multiplex.sessionId(bytes, 0, bytes.length)).isEqualTo(expected);
        assertThat(Multiplex.sessionId(inside, 5, bytes.length)).isEqualTo(expected);
    }

    @Test
    void scramblingTouchesOnlyTheFirstFourBytes() {
        for (int length = 4; length < 20; length++) {
            byte[] datagram = new byte[30];
            Arrays.fill(datagram, (byte) 0xa5);
            byte[] before = datagram.clone();
            Multiplex.scramble(datagram, 3, length, 0xcafebabe);
            assertThat(Multiplex.sessionId(datagram, 3, length)).isEqualTo(0xcafebabe);
            System.arraycopy(before, 3, datagram, 3, 4);
            assertThat(datagram).isEqualTo(before);
        }
    }
}
