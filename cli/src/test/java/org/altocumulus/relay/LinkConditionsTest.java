package org.altocumulus.relay;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkConditionsTest {
    @Test
    void allWordsAreRead() {
        String text =
                "loss=3% burst=0.5% burst-length=8 duplicate=0.01 reorder=5% hold=20ms"
                        + " delay=1s jitter=900us rate=10Mbit queue=125000";
        assertThat(LinkConditions.parse(text))
                .isEqualTo(
                        new LinkConditions(
                                0.03,
                                0.005,
                                8,
                                0.01,
                                0.05,
                                MILLISECONDS.toNanos(20),
                                SECONDS.toNanos(1),
                                MICROSECONDS.toNanos(900),
                                1_250_000,
                                125_000));
    }

    @Test
    void whatIsLeftOutIsNotDone() {
        assertThat(LinkConditions.parse(" ")).isEqualTo(LinkConditions.CLEAN);
        assertThat(LinkConditions.parse("delay=5ms").loss()).isZero();
        assertThat(LinkConditions.parse("rate=800kbit queue=1").bytesPerSecond())
                .isEqualTo(100_000);
        assertThat(LinkConditions.parse("rate=77 queue=1").bytesPerSecond()).isEqualTo(77);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loss",
                "=3%",
                "loss=",
                "loss=101%",
                "loss=-1%",
                "loss=NaN",
                "delay=50",
                "delay=5ms jitter=6ms",
                "burst-length=0.5",
                "hold=0ms",
                "rate=10Mbit",
                "rate=10Gbit queue=1",
                "reordering=5%"
            })
    void whatCannotBeMeantIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LinkConditions.parse(text));
    }
}
