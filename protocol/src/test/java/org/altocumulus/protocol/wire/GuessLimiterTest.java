package org.altocumulus.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GuessLimiterTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private final GuessLimiter limiter = new GuessLimiter();

    private static InetAddress at(String address) throws Exception {
        return InetAddress.getByName(address);
    }

    /** How many of two guesses a millisecond are looked at. */
    private int guess(InetAddress from, long start, int milliseconds) {
        int looked = 0;
        for (int i = 0; i < 2 * milliseconds; i++) {
            long now = start + i * MILLISECOND / 2;
            if (limiter.admits(from, now)) {
                limiter.failed(from, now);
                looked++;
            }
        }
        return looked;
    }

    @Test
    void twoThousandGuessesASecondBecomeTwo() throws Exception {
        InetAddress source = at("10.0.0.9");
        assertThat(guess(source, 0, 10_000)).isBetween(GuessLimiter.BURST, GuessLimiter.BURST + 20);
        assertThat(guess(source, 10_000 * MILLISECOND, 10_000)).isBetween(19, 21);
    }

    @Test
    void othersAreNotDelayedAndWhoStopsIsForgiven() throws Exception {
        guess(at("10.0.0.9"), 0, 1000);
        assertThat(limiter.admits(at("10.0.0.9"), 1000 * MILLISECOND - 1)).isFalse();
        assertThat(limiter.admits(at("10.0.0.8"), 1000 * MILLISECOND)).isTrue();
        assertThat(limiter.admits(null, 1000 * MILLISECOND)).isTrue();
        assertThat(limiter.admits(at("10.0.0.9"), 1600 * MILLISECOND)).isTrue();
        assertThat(guess(at("10.0.0.9"), 60_000 * MILLISECOND, 1000))
                .isGreaterThanOrEqualTo(GuessLimiter.BURST);
    }

    @Test
    void anIpv6NetworkIsOneSource() throws Exception {
        guess(at("2001:db8::1"), 0, 1000);
        assertThat(limiter.admits(at("2001:db8::ffff:2"), 1000 * MILLISECOND - 1)).isFalse();
        assertThat(limiter.admits(at("2001:db8:0:1::1"), 1000 * MILLISECOND)).isTrue();
    }

    @Test
    void theTableIsBoundedAndEmptiesItself() throws Exception {
        for (int i = 0; i < 3 * GuessLimiter.MAX_SOURCES; i++) {
            limiter.failed(at("10." + i / 65536 + '.' + i / 256 % 256 + '.' + i % 256), 0);
        }
        assertThat(limiter.size()).isEqualTo(GuessLimiter.MAX_SOURCES);
        limiter.failed(at("192.0.2.1"), TimeUnit.HOURS.toNanos(1));
        assertThat(limiter.size()).isOne();
    }
}
