package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The delay in queues, from round trips in steps of 4 ms (RFC 6817 §2.4.2). */
class QueueingDelayTest {
    private final QueueingDelay delay = new QueueingDelay();
    private long now = -MILLISECONDS.toNanos(1000);

    @Test
    void nothingIsKnownOfOneRoundTrip() {
        measure(100);
        assertThat(delay.isKnown()).isFalse();
        measure(100, 100, 100);
        assertThat(delay.isKnown()).isTrue();
        assertQueueing(0);
    }

    @Test
    void oneLateSampleIsNoQueue() {
        measure(100, 100, 180, 100);
        assertQueueing(0);
        measure(180, 180, 180);
        assertQueueing(0);
        measure(180);
        assertQueueing(80);
    }

    @Test
    void anEmptyQueueLowersTheBaseAtOnce() {
        measure(160, 160, 160, 160);
        assertQueueing(0);
        measure(100);
        measure(160, 160, 160, 160);
        assertQueueing(60);
    }

    @Test
    void aBaseThatIsSeenAgainWithinAStepStays() {
        measure(100, 100, 100, 100);
        for (int i = 0; i < 40; i++) {
            measure(140, 140, 104);
            now += QueueingDelay.BASE_LIFETIME / 2;
            assertThat(delay.isStale(now)).isFalse();
        }
        assertThat(delay.baseRoundTrip()).isEqualTo(MILLISECONDS.toNanos(100));
    }

    @Test
    void aBaseThatIsNotSeenGetsStaleAndGivesWayToTheLeastSince() {
        measure(100, 100, 100, 100);
        measure(190, 180, 200, 210);
        assertThat(delay.isStale(now)).isFalse();
        now += QueueingDelay.BASE_LIFETIME;
        measure(200);
        assertThat(delay.isStale(now)).isTrue();
        delay.rebase(now);
        assertThat(delay.isStale(now)).isFalse();
        assertThat(delay.baseRoundTrip()).isEqualTo(MILLISECONDS.toNanos(180));
    }

    @Test
    void onlyWhatComesAfterForgettingCountsForTheNewBase() {
        measure(100, 100, 100, 100);
        measure(180, 190);
        delay.forgetRecent();
        delay.rebase(now);
        assertThat(delay.baseRoundTrip()).as("no sample yet").isEqualTo(MILLISECONDS.toNanos(100));
        measure(220, 200);
        delay.rebase(now);
        assertThat(delay.baseRoundTrip()).isEqualTo(MILLISECONDS.toNanos(200));
    }

    private void measure(long... milliseconds) {
        for (long each : milliseconds) {
            now += MILLISECONDS.toNanos(4);
            delay.onRoundTrip(now, MILLISECONDS.toNanos(each));
        }
    }

    private void assertQueueing(long milliseconds) {
        assertThat(delay.queueing()).isEqualTo(MILLISECONDS.toNanos(milliseconds));
    }
}
