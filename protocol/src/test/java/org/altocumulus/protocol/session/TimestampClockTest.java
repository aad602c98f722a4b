package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.congestion.RoundTripTimer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampClockTest {
    private final RoundTripTimer roundTrip = new RoundTripTimer();
    private final TimestampClock clock = new TimestampClock(roundTrip);

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "3, 0",
        "4, 1",
        "262139, 65534",
        "262140, 65535",
        "262144, 0",
        "-1, 65535",
        "-4, 65535",
        "-5, 65534"
    })
    void aTickIsFourMilliseconds(long milliseconds, int timestamp) {
        assertThat(TimestampClock.timestamp(MILLISECONDS.toNanos(milliseconds)))
                .isEqualTo(timestamp);
    }

    @Test
    void theEchoAdvancesWithTheTimeSinceTheTimestampCame() {
        clock.onTimestamp(ms(0), 65530);
        assertThat(clock.nextEcho(ms(3))).isEqualTo(65530);
        assertThat(clock.nextEcho(ms(3))).as("the same again").isEqualTo(-1);
        assertThat(clock.nextEcho(ms(20))).isEqualTo(65535);
        assertThat(clock.nextEcho(ms(24))).isEqualTo(0);
        clock.onTimestamp(ms(28), 65530);
        assertThat(clock.nextEcho(ms(32))).as("not newer by its value").isEqualTo(2);
        clock.onTimestamp(ms(36), 5);
        assertThat(clock.nextEcho(ms(36))).isEqualTo(5);
    }

    @Test
    void thereIsNoEchoWithoutATimestampOrOfAnOldOne() {
        assertThat(clock.nextEcho(ms(0))).isEqualTo(-1);
        clock.onTimestamp(ms(0), 7);
        assertThat(clock.nextEcho(SECONDS.toNanos(128))).isEqualTo(32007);
        assertThat(clock.nextEcho(SECONDS.toNanos(128) + 1)).isEqualTo(-1);
        assertThat(clock.nextEcho(SECONDS.toNanos(129))).isEqualTo(-1);
        clock.onTimestamp(SECONDS.toNanos(129), 7);
        assertThat(clock.nextEcho(SECONDS.toNanos(129))).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"-100, 0", "0, 100", "262100, 262200", "131000, 131100"})
    void theRoundTripIsMeasuredAcrossTheWrap(long sent, long received) {
        clock.onEcho(ms(received), TimestampClock.timestamp(ms(sent)));
        assertThat(roundTrip.smoothedRoundTrip()).isEqualTo(ms(100));
    }

    @Test
    void anEchoFromTheFutureOrTheSameAgainMeasuresNothing() {
        clock.onEcho(ms(0), 1);
        clock.onEcho(ms(0), TimestampClock.timestamp(ms(-131072)));
        assertThat(roundTrip.smoothedRoundTrip()).isEqualTo(-1);
        clock.onEcho(ms(100), 0);
        clock.onEcho(ms(900), 0);
        assertThat(roundTrip.smoothedRoundTrip()).isEqualTo(ms(100));
    }

    private static long ms(long milliseconds) {
        return MILLISECONDS.toNanos(milliseconds);
    }
}
