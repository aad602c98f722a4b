package org.altocumulus.protocol.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class HalfOpenSessionsTest {
    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static int admitted(HalfOpenSessions sessions, String source, int asked) {
        int admitted = 0;
        for (int i = 0; i < asked; i++) {
            admitted += sessions.admit(address(source)) == null ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void aSourceHasABound() {
        HalfOpenSessions sessions = new HalfOpenSessions(4096, 256);
        assertThat(admitted(sessions, "192.0.2.1", 10_000)).isEqualTo(256);
        assertThat(sessions.admit(address("192.0.2.1"))).isEqualTo(Discard.HALF_OPEN_OF_SOURCE);
        assertThat(admitted(sessions, "192.0.2.2", 10_000)).isEqualTo(256);
        assertThat(sessions.count()).isEqualTo(512);
    }

    @Test
    void anIpv6NetworkIsOneSource() {
        HalfOpenSessions sessions = new HalfOpenSessions(4096, 2);
        assertThat(admitted(sessions, "2001:db8:1:2::1", 1)).isEqualTo(1);
        assertThat(admitted(sessions, "2001:db8:1:2:ffff::1", 5)).isEqualTo(1);
        assertThat(admitted(sessions, "2001:db8:1:3::1", 5)).isEqualTo(2);
        assertThat(sessions.sources()).isEqualTo(2);
    }

    @Test
    void fewSourcesThatTakeWhatTheyCanLeavePlacesForOthers() {
        HalfOpenSessions sessions = new HalfOpenSessions(1000, 1000);
        for (int round = 0; round < 1000; round++) {
            for (int source = 1; source <= 9; source++) {
                admitted(sessions, "192.0.2." + source, 1);
            }
        }
        assertThat(sessions.count()).isBetween(890, 910);
        assertThat(admitted(sessions, "198.51.100.1", 40)).isGreaterThanOrEqualTo(40);
    }

    @Test
    void whenAllPlacesAreTakenNobodyIsAdmittedUntilOneEnds() {
        HalfOpenSessions sessions = new HalfOpenSessions(100, 10);
        for (int source = 1; source <= 250; source++) {
            admitted(sessions, "192.0.2." + source, 10);
        }
        assertThat(sessions.count()).isEqualTo(100);
        assertThat(sessions.admit(address("198.51.100.1"))).isEqualTo(Discard.HALF_OPEN_FULL);
        sessions.end(address("192.0.2.1"));
        assertThat(sessions.admit(address("198.51.100.1"))).isNull();
    }

    @Test
    void nothingIsLeftOfThoseThatEnded() {
        HalfOpenSessions sessions = new HalfOpenSessions(100, 10);
        for (int source = 1; source <= 20; source++) {
            admitted(sessions, "192.0.2." + source, 3);
        }
        int left = sessions.count();
        for (int source = 1; source <= 20; source++) {
            for (int i = 0; i < 3; i++) {
                sessions.end(address("192.0.2." + source));
            }
        }
        assertThat(left).isEqualTo(60);
        assertThat(sessions.count()).isZero();
        assertThat(sessions.sources()).isZero();
    }
}
