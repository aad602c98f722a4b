package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindPlanTest {
    private static List<InetSocketAddress> addresses(String text) {
        return Arrays.stream(text.split(" ")).map(HostPort::parseNumeric).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0:1935, 0.0.0.0:1935",
        "[::]:1935, [::]:1935",
        "[::]:1935 0.0.0.0:1935, [::]:1935",
        "0.0.0.0:1935 [::]:1935, [::]:1935",
        "[::]:1935 0.0.0.0:1936, [::]:1935 0.0.0.0:1936",
        "[::1]:1935 127.0.0.1:1935, [::1]:1935 127.0.0.1:1935",
    })
    void whereThereIsIpv6OneSocketTakesBothFamilies(String wanted, String bound) {
        BindPlan plan = BindPlan.of(addresses(wanted), true);
        assertThat(plan.addresses()).isEqualTo(addresses(bound));
        assertThat(plan.warning()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "[::]:1935, 0.0.0.0:1935",
        "[::]:1935 0.0.0.0:1935, 0.0.0.0:1935",
        "[::]:1935 [::]:1936, 0.0.0.0:1935 0.0.0.0:1936",
        "127.0.0.1:5 [::]:1935, 127.0.0.1:5 0.0.0.0:1935",
    })
    void whereThereIsNoneItIsBoundForIpv4WithOneWarning(String wanted, String bound) {
        BindPlan plan = BindPlan.of(addresses(wanted), false);
        assertThat(plan.addresses()).isEqualTo(addresses(bound));
        assertThat(plan.warning()).contains("no IPv6").contains("[::]:1935");
    }

    /** It was asked for by name, and without it the node would not be where clients look for it. */
    @Test
    void anAddressByNameIsNotReplaced() {
        BindPlan plan = BindPlan.of(addresses("[2001:db8::1]:1935 0.0.0.0:1"), false);
        assertThat(plan.addresses()).isEqualTo(addresses("[2001:db8::1]:1935 0.0.0.0:1"));
        assertThat(plan.warning()).isEmpty();
    }
}
