package org.altocumulus.edge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostMeterTest {
    private long now = -5;
    private long sent = 1000;
    private final HostMeter meter = new HostMeter(() -> now, () -> sent);

    @Test
    void whatWasSentIsToldInBitsPerSecondSinceTheLastTime() {
        assertThat(meter.out()).isEqualTo(-1);
        now += TimeUnit.SECONDS.toNanos(2);
        sent += 500;
        assertThat(meter.out()).isEqualTo(2000);
        now += TimeUnit.MILLISECONDS.toNanos(500);
        assertThat(meter.out()).isZero();
        now += TimeUnit.MILLISECONDS.toNanos(500);
        sent += 10_000_000_000L;
        assertThat(meter.out()).isEqualTo(160_000_000_000L);
    }

    @Test
    void theProcessorsAreToldPerMilleOrNotAtAll() {
        for (int i = 0; i < 3; i++) {
            assertThat(meter.cpu()).isBetween(-1, 1000);
        }
    }
}
