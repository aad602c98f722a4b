package org.altocumulus.edge.node;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignPacketsTest {
    private static final InetSocketAddress FROM = HostPort.parseNumeric("192.0.2.7:5");

    private static byte[] packet(String hex) {
        return Arrays.copyOf(HexFormat.of().parseHex(hex), 100);
    }

    @ParameterizedTest
    @CsvSource({
        "000100002112a442, STUN (WebRTC)",
        "16fefd00000000000000000057, DTLS (WebRTC)",
        "c300000001080011, QUIC (HTTP/3)",
        "8000000000000000, SRT",
        "1a2b01000001000000000000, DNS",
    })
    void aProtocolIsRecognised(String hex, String protocol) {
        assertThat(ForeignPackets.guess(packet(hex), 100)).contains(protocol);
    }

    @Test
    void textIsRecognised() {
        byte[] request = "OPTIONS sip:a@b SIP/2.0".getBytes(US_ASCII);
        assertThat(ForeignPackets.guess(request, request.length)).contains("SIP");
    }

    /** Clients of a node that was started again send such. */
    @Test
    void packetsOfSessionsThatAreOverLookLikeNothing() {
        Random random = new Random(7016);
        byte[] data = new byte[64];
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(data);
            assertThat(ForeignPackets.guess(data, 13 + i % 51)).isEmpty();
        }
        assertThat(ForeignPackets.guess(data, 12)).isEmpty();
    }

    @Test
    void aClientThatSendsAllDayMakesALineInTenMinutes() {
        ForeignPackets foreign = new ForeignPackets();
        byte[] stun = packet("000100002112a442");
        int lines = 0;
        for (int second = 0; second < 3600; second++) {
            long now = TimeUnit.SECONDS.toNanos(second);
            lines += foreign.onUnknown(now, stun, stun.length, FROM) ? 1 : 0;
        }
        assertThat(lines).isEqualTo(6);
    }
}
