package org.altocumulus.edge.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class DialWarningsTest {
    private static final HostPort A = HostPort.parse("10.0.0.1:1937");

    private final DialWarnings warnings = new DialWarnings();

    @Test
    void anAddressThatFailsAgainAndAgainIsWarnedOfEachTenMinutes() {
        assertThat(warnings.isDue(A, 0)).isTrue();
        assertThat(warnings.isDue(A, DialWarnings.AGAIN - 1)).isFalse();
        assertThat(warnings.isDue(A, DialWarnings.AGAIN)).isTrue();
        warnings.reached(A);
        assertThat(warnings.isDue(A, DialWarnings.AGAIN + 1)).isTrue();
    }

    @Test
    void theOldestOfTooManyAddressesIsForgotten() {
        for (int port = 1; port <= DialWarnings.MAX + 1; port++) {
            assertThat(warnings.isDue(HostPort.parse("10.0.0.2:" + port), 0)).isTrue();
        }
        assertThat(warnings.isDue(HostPort.parse("10.0.0.2:2"), 1)).isFalse();
        assertThat(warnings.isDue(HostPort.parse("10.0.0.2:1"), 1)).isTrue();
    }
}
