package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class LatencyTest {
    private final Latency latency = new Latency();
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    @Test
    void percentilesAreInMilliseconds() {
        for (int i = 1; i <= 1000; i++) {
            latency.record(MILLISECONDS.toNanos(i));
        }
        latency.write(json);
        assertThat(json.path("unit").asText()).isEqualTo("ms");
        assertThat(json.path("count").asInt()).isEqualTo(1000);
        assertAbout("min", 1);
        assertAbout("mean", 500.5);
        assertAbout("p50", 500);
        assertAbout("p90", 900);
        assertAbout("p99", 990);
        assertAbout("p999", 999);
        assertAbout("max", 1000);
    }

    private void assertAbout(String field, double value) {
        assertThat(json.path(field).asDouble()).as(field).isBetween(value * 0.998, value * 1.002);
    }

    @Test
    void withoutMeasurementsThereAreNoPercentiles() {
        latency.write(json);
        assertThat(json.path("count").asInt()).isZero();
        assertThat(json.has("p50")).isFalse();
    }

    @Test
    void whatIsOutOfRangeCountsAsTheNearest() {
        latency.record(-5);
        latency.record(Long.MAX_VALUE);
        latency.write(json);
        assertThat(json.path("count").asInt()).isEqualTo(2);
        assertThat(json.path("min").asDouble()).isZero();
        assertAbout("max", (double) NANOSECONDS.toMillis(Latency.LONGEST));
    }
}
