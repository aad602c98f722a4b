package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.stream.IntStream;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerInfoTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 64})
    void theFirstSevenAddressesAreKept(int count) {
        AmfValue[] addresses =
                IntStream.rangeClosed(1, count)
                        .mapToObj(i -> AmfValue.of("10.0.0." + i + ":1935"))
                        .toArray(AmfValue[]::new);
        PeerInfo info = info(addresses);
        assertThat(info.addresses()).hasSize(Math.min(count, 7));
        assertThat(info.skipped()).isZero();
        if (count > 0) {
            assertThat(info.addresses().get(0)).isEqualTo(new InetSocketAddress("10.0.0.1", 1935));
        }
    }

    @Test
    void bothFamiliesAreRead() {
        PeerInfo info = info(AmfValue.of("192.168.1.2:50000"), AmfValue.of("[fd00::2]:50001"));
        assertThat(info.addresses())
                .containsExactly(
                        new InetSocketAddress("192.168.1.2", 50000),
                        new InetSocketAddress("fd00::2", 50001));
        assertThat(PeerInfo.of(info.toCommand())).isEqualTo(info);
    }

    @Test
    void badEntriesAreSkippedCountedAndShownEscaped() throws WireException {
        String entries =
                "02 0000" // empty
                        + "02 0004 fffe0a5c" // not UTF-8
                        + "02 0007 312e322e332e34" // 1.2.3.4, no port
                        + "02 0008 312e322e332e343a" // 1.2.3.4:
                        + "05"
                        + "02 000a 312e322e332e343a3830"; // 1.2.3.4:80
        PeerInfo info =
                PeerInfo.of(
                        Command.parse(
                                RtmpMessage.of(
                                        MessageType.COMMAND_AMF0,
                                        0,
                                        Vectors.hex(
                                                "02 0001 73 00 0000000000000000 05" + entries))));
        assertThat(info.addresses()).containsExactly(new InetSocketAddress("1.2.3.4", 80));
        assertThat(info.skipped()).isEqualTo(5);
        assertThat(info.skippedEntries())
                .containsExactly("", "\\xff\\xfe\\x0a\\x5c", "1.2.3.4", "1.2.3.4:", "AmfConstant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[fe80::1%eth0]:1935",
                "fe80::1%eth0",
                "fe80::1",
                "[fe80::1]",
                "host.example:1935",
                "10.0.0.256:1935",
                "10.0.0.1:0",
                "10.0.0.1:65536",
                "0.0.0.0:1935",
                "[::]:1935",
                "239.1.2.3:1935",
                "10.0.0.1:1935 ",
                "[",
                ":1935"
            })
    void whatAPeerCannotSendToIsSkipped(String entry) {
        PeerInfo info = info(AmfValue.of(entry), AmfValue.of("10.0.0.1:1"));
        assertThat(info.addresses()).containsExactly(new InetSocketAddress("10.0.0.1", 1));
        assertThat(info.skippedEntries()).containsExactly(entry);
    }

    @Test
    void whatIsShownOfBadEntriesIsBound() {
        AmfValue[] entries =
                IntStream.range(0, 1000)
                        .mapToObj(
                                i -> i % 2 == 0 ? AmfConstant.NULL : AmfValue.of("x".repeat(9999)))
                        .toArray(AmfValue[]::new);
        PeerInfo info = info(entries);
        assertThat(info.skipped()).isEqualTo(1000);
        assertThat(info.skippedEntries())
                .hasSize(PeerInfo.MAX_SHOWN)
                .allSatisfy(shown -> assertThat(shown).hasSizeLessThan(70));
    }

    private static PeerInfo info(AmfValue... arguments) {
        return PeerInfo.of(new Command("setPeerInfo", 0, arguments));
    }
}
