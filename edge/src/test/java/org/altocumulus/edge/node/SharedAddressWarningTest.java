package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedAddressWarningTest {
    private final SharedAddressWarning warning = new SharedAddressWarning();

    private int warnings(String host, int clients) {
        int warnings = 0;
        for (int i = 0; i < clients; i++) {
            warnings += warning.joined(new InetSocketAddress(host, 1024 + i)) ? 1 : 0;
        }
        return warnings;
    }

    @ParameterizedTest
    @ValueSource(strings = {"172.17.0.1", "172.16.0.0", "172.31.255.255"})
    void manyClientsFromOneContainerAddressCauseOneWarning(String host) {
        assertThat(warnings(host, 7)).isZero();
        assertThat(warnings(host, 100)).isEqualTo(1);
        assertThat(warnings(host, 100)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"172.15.0.1", "172.32.0.1", "192.168.0.1", "127.0.0.1", "fd00::1"})
    void otherAddressesCauseNone(String host) {
        assertThat(warnings(host, 100)).isZero();
    }

    @Test
    void aClientFromElsewhereShowsThatAddressesAreSeen() {
        assertThat(warnings("172.17.0.1", 5)).isZero();
        assertThat(warnings("192.0.2.1", 1)).isZero();
        assertThat(warnings("172.17.0.1", 100)).isZero();
    }

    @Test
    void oneClientThatComesAgainAndAgainIsNotMany() {
        for (int i = 0; i < 100; i++) {
            assertThat(warning.joined(new InetSocketAddress("172.17.0.1", 5000))).isFalse();
        }
    }
}
