package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final RateLimit limit = new RateLimit(new SecureRandom(), 20, 100);

    private int admitted(String source, int times, long now) throws UnknownHostException {
        int admitted = 0;
        for (int i = 0; i < times; i++) {
            admitted += limit.admits(InetAddress.getByName(source), now) ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void aSourceGetsItsRate() throws UnknownHostException {
        assertThat(admitted("192.0.2.1", 1000, 0)).isEqualTo(20);
        assertThat(admitted("192.0.2.1", 1000, SECOND / 2)).isEqualTo(10);
    }

    @Test
    void manyInventedSourcesGetTheRateOfAll() throws UnknownHostException {
        int admitted = 0;
        for (int i = 0; i < 250; i++) {
            admitted += admitted("10.0.0." + i, 1, 0);
        }
        assertThat(admitted).isEqualTo(100);
        assertThat(admitted("10.9.9.9", 1, SECOND)).isOne();
    }

    /** Those of one source that are refused take nothing from the others. */
    @Test
    void aFloodOfOneSourceLeavesTheOthersTheirRate() throws UnknownHostException {
        assertThat(admitted("192.0.2.1", 100_000, 0)).isEqualTo(20);
        assertThat(admitted("192.0.2.2", 20, 0)).isEqualTo(20);
    }
}
