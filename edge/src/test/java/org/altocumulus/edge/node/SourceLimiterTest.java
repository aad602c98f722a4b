package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceLimiterTest {
    private final SourceLimiter limiter =
            new SourceLimiter(new SecureRandom(), MILLISECONDS.toNanos(100), 5);

    /** The clock of a host may be anywhere. */
    @ParameterizedTest
    @ValueSource(longs = {0, -7_000_000_000L, Long.MAX_VALUE / 2})
    void aSourceHasItsBurstAndThenItsRate(long start) throws UnknownHostException {
        InetAddress source = InetAddress.getByName("192.0.2.1");
        assertThat(admitted(source, start, 20)).isEqualTo(5);
        assertThat(admitted(source, start + MILLISECONDS.toNanos(99), 20)).isZero();
        assertThat(admitted(source, start + MILLISECONDS.toNanos(100), 20)).isEqualTo(1);
        assertThat(admitted(source, start + MILLISECONDS.toNanos(400), 20)).isEqualTo(3);
        assertThat(admitted(source, start + SECONDS.toNanos(60), 20)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.2", "2001:db8::1", "2001:db8:0:1::1"})
    void oneSourceThatSendsTooMuchCostsAnotherNothing(String text) throws UnknownHostException {
        // By chance, one time in 65536, they would share a bucket.
        int free = 0;
        for (int i = 0; i < 3; i++) {
            SourceLimiter some = new SourceLimiter(new SecureRandom(), SECONDS.toNanos(1), 1);
            some.admits(InetAddress.getByName("192.0.2.1"), 0);
            some.admits(InetAddress.getByName("2001:db8:0:2::1"), 0);
            free += some.admits(InetAddress.getByName(text), 0) ? 1 : 0;
        }
        assertThat(free).isGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2001:db8::2", "2001:db8::ffff:ffff:ffff:ffff"})
    void theAddressesOfOneNetworkAreOneSource(String text) throws UnknownHostException {
        admitted(InetAddress.getByName("2001:db8::1"), 0, 5);
        assertThat(limiter.admits(InetAddress.getByName(text), 0)).isFalse();
    }

    private int admitted(InetAddress source, long now, int asked) {
        int admitted = 0;
        for (int i = 0; i < asked; i++) {
            admitted += limiter.admits(source, now) ? 1 : 0;
        }
        return admitted;
    }
}
