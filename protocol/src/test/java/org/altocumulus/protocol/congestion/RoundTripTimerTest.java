package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** RFC 7016 §3.5.2.2. */
class RoundTripTimerTest {
    private final RoundTripTimer timer = new RoundTripTimer();

    @Test
    void beforeAnyMeasurementTheTimeoutIsThreeSeconds() {
        assertThat(timer.smoothedRoundTrip()).isEqualTo(-1);
        assertTimeout(3000);
    }

    @Test
    void theFirstMeasurementSetsEverything() {
        measure(100);
        assertThat(timer.smoothedRoundTrip()).isEqualTo(MILLISECONDS.toNanos(100));
        assertTimeout(100 + 4 * 50 + 200);
    }

    @Test
    void furtherMeasurementsAreSmoothed() {
        measure(100);
        measure(180);
        // Variance (3 * 50 + 80) / 4 = 57.5, round trip (7 * 100 + 180) / 8 = 110.
        assertThat(timer.smoothedRoundTrip()).isEqualTo(MILLISECONDS.toNanos(110));
        assertTimeout(110 + 4 * 57.5 + 200);
        measure(30);
        // (3 * 57.5 + 80) / 4 = 63.125, (7 * 110 + 30) / 8 = 100.
        assertTimeout(100 + 4 * 63.125 + 200);
    }

    @Test
    void theTimeoutIsAtLeast250Milliseconds() {
        for (int i = 0; i < 100; i++) {
            measure(0);
        }
        assertTimeout(250);
    }

    @Test
    void timeoutsLengthenItUpToTenSeconds() {
        timer.backOff();
        assertTimeout(4242.6);
        timer.backOff();
        timer.backOff();
        assertTimeout(8485.028);
        timer.backOff();
        assertTimeout(10_000);
        timer.backOff();
        assertTimeout(10_000);
        measure(100);
        assertTimeout(500);
    }

    @Test
    void aRoundTripAboveTenSecondsIsStillWaitedFor() {
        measure(12_000);
        timer.backOff();
        assertTimeout(12_000 + 4 * 6_000 + 200);
    }

    private void measure(long milliseconds) {
        timer.onMeasurement(MILLISECONDS.toNanos(milliseconds));
    }

    private void assertTimeout(double milliseconds) {
        assertThat(timer.effectiveTimeout() / 1e6).isCloseTo(milliseconds, Offset.offset(0.1));
    }
}
