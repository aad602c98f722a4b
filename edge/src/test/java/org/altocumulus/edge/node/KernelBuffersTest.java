package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelBuffersTest {
    private static final int ASKED = 4 << 20;

    @ParameterizedTest
    @CsvSource({
        // The limit where it is known, what the socket reports, whether too little is given.
        "212992, 425984, true",
        "212992, 212992, true",
        "4194304, 8388608, false",
        "4194304, 4194304, false",
        "8388608, 8388608, false",
        ", 8388608, false",
        ", 4194304, false",
        ", 425984, true",
        // Somebody with the right to exceeded the limit.
        "212992, 8388608, false",
    })
    void aShortageIsSaidOnceWithWhatToDoAndNoneWhereTheKernelReportsTheDouble(
            Integer limit, int reported, boolean shortage) {
        var said =
                KernelBuffers.shortage(
                        "node.receive-buffer",
                        "net.core.rmem_max",
                        limit == null ? OptionalInt.empty() : OptionalInt.of(limit),
                        ASKED,
                        reported);
        assertThat(said.isPresent()).isEqualTo(shortage);
        said.ifPresent(
                line ->
                        assertThat(line)
                                .contains("node.receive-buffer", "net.core.rmem_max=4194304"));
    }

    @Test
    void dropsAreThoseOfItsOwnSockets() {
        List<String> table =
                List.of(
                        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when"
                                + " retrnsmt   uid  timeout inode ref pointer drops",
                        " 1025: 0100007F:078F 00000000:0000 07 00000000:00000000 00:00000000"
                                + " 00000000     0        0 1025 2 0000000000000000 7",
                        " 1026: 0100007F:078F 00000000:0000 07 00000000:00000000 00:00000000"
                                + " 00000000     0        0 1026 2 0000000000000000 35",
                        " 1027: 0200007F:078F 00000000:0000 07 00000000:00000000 00:00000000"
                                + " 00000000     0        0 1027 2 0000000000000000 100",
                        "");
        String shown = KernelDrops.shown(HostPort.parseNumeric("127.0.0.1:1935"));
        assertThat(KernelDrops.of(Set.of(shown), table)).isEqualTo(42);
    }

    @Test
    void addressesAreShownAsTheKernelShowsThem() {
        InetSocketAddress inet6 = HostPort.parseNumeric("[2001:db8::7]:1935");
        assertThat(KernelDrops.shown(inet6)).isEqualTo("B80D0120000000000000000007000000:078F");
        assertThat(KernelDrops.shown(HostPort.parseNumeric("[::]:1935")))
                .isEqualTo("00000000000000000000000000000000:078F");
    }
}
