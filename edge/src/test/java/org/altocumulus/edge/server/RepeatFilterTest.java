package org.altocumulus.edge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RepeatFilterTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private long now;
    private final RepeatFilter filter = new RepeatFilter(() -> now, MINUTE);

    @Test
    void theSameAgainIsLetThroughOnceAMinute() {
        assertThat(filter.admits("refused")).isTrue();
        now = MINUTE.toNanos() - 1;
        assertThat(filter.admits("refused")).isFalse();
        now = MINUTE.toNanos();
        assertThat(filter.admits("refused")).isTrue();
        assertThat(filter.admits("refused")).isFalse();
    }

    @Test
    void somethingElseIsLetThroughAtOnce() {
        assertThat(filter.admits("refused")).isTrue();
        assertThat(filter.admits("timed out")).isTrue();
        assertThat(filter.admits("refused")).isTrue();
    }
}
