package org.altocumulus.edge.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FailureLogTest {
    private static final URI HOOK = URI.create("https://h:8085/c%20d?key=hunter2");

    private long now = Long.MAX_VALUE - 5;
    private final FailureLog log = new FailureLog(() -> now);

    @Test
    void whatComesFromAServerIsOneShortLine() {
        assertThat(log.next(HOOK, "bad\r\nline" + "x".repeat(1000)))
                .contains(": bad??linexxx")
                .hasSizeLessThan(300);
    }

    @Test
    void warnsOnceInTenSecondsAndSaysHowManyFailed() {
        assertThat(log.next(HOOK, "it answers with status 500"))
                .isEqualTo(
                        "hook https://h:8085/c%20d: it answers with status 500,"
                                + " the client is refused");
        for (int i = 0; i < 1000; i++) {
            now += TimeUnit.MILLISECONDS.toNanos(9);
            assertThat(log.next(HOOK, "other")).isNull();
        }
        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(log.next(HOOK, "other")).contains(": other, ").contains("1000 more failures");
        now += TimeUnit.SECONDS.toNanos(10);
        assertThat(log.next(HOOK, "other")).endsWith("the client is refused");
    }
}
