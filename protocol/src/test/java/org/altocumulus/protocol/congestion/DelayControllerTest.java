package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.congestion.CongestionController.Urgency;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the controller makes of delay, calculated by hand; the target is 40 ms. */
class DelayControllerTest {
    private static final int SEGMENT = 1000;
    private static final long INITIAL = 4000;
    private static final long BASE = 100;
    private static final long STEP = MILLISECONDS.toNanos(4);
    private static final Urgency ALONE = new Urgency(true, false);
    private static final Urgency REAL_TIME = new Urgency(false, true);
    private static final Urgency YIELDING = new Urgency(false, false);

    private final DelayController controller = new DelayController(SEGMENT);
    private long now = -5;

    @Test
    void withoutAQueueItStartsSlowly() {
        measure(BASE);
        acknowledge(1000, ALONE);
        assertThat(controller.window()).isEqualTo(5000);
        acknowledge(3000, ALONE);
        assertThat(controller.window()).as("a segment at most").isEqualTo(6000);
        acknowledge(1000, REAL_TIME);
        assertThat(controller.window()).isEqualTo(6250);
    }

    @Test
    void aWindowThatIsNotFullDoesNotGrow() {
        measure(BASE);
        controller.beginPacket(INITIAL - 1000, false);
        controller.onAcknowledged(1000);
        controller.endPacket(now, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL);
    }

    @Test
    void aQueueBeyondTheTargetEndsSlowStart() {
        measure(BASE);
        grow(20_000);
        measure(BASE + 44);
        acknowledge(1000, ALONE);
        measure(BASE);
        roundTrip(20_000, ALONE);
        assertThat(controller.window())
                .as("1440 in a round trip")
                .isCloseTo(21_440, Offset.offset(60L));
    }

    @ParameterizedTest
    @CsvSource({
        // queueing in ms, of the window after a round trip at 96,000 bytes
        "0, 97440",
        "40, 97440",
        // Half of the growth, less a sixty-fourth of the window.
        "60, 95220",
        // No growth, less a thirty-second.
        "80, 93000",
    })
    void fromTheTargetToTwiceOfItGrowthTurnsIntoDecrease(long queueing, long window) {
        avoidAt(96_000);
        measure(BASE + queueing);
        roundTrip(96_000, ALONE);
        assertThat(controller.window()).isCloseTo(window, Offset.offset(50L));
    }

    @Test
    void largeWindowsGrowByOnePercent() {
        avoidAt(200_000);
        measure(BASE);
        roundTrip(200_000, ALONE);
        assertThat(controller.window()).isCloseTo(202_000, Offset.offset(20L));
    }

    @Test
    void beyondTwiceTheTargetItIsCutAtOnceToWhatThePathBearsOnceInARoundTrip() {
        avoidAt(96_000);
        now += MILLISECONDS.toNanos(1000);
        measure(BASE + 140);
        acknowledge(1000, ALONE);
        long cut = 96_000 * (BASE + 40) / (BASE + 140);
        assertThat(controller.window()).isEqualTo(cut);
        acknowledge(1000, ALONE);
        assertThat(controller.window()).isEqualTo(cut);
    }

    @Test
    void aSessionThatYieldsDoesNotStartSlowlyAndGrowsLessAndBearsHalfTheQueue() {
        measure(BASE);
        acknowledge(4000, YIELDING);
        assertThat(controller.window()).isEqualTo(4384);
        avoidAt(9_600);
        measure(BASE + 40);
        roundTrip(9_600, YIELDING);
        assertThat(controller.window()).isCloseTo(9_300, Offset.offset(10L));
    }

    @Test
    void timeCriticalDataBearsTwiceTheQueue() {
        avoidAt(9_600);
        measure(BASE + 80);
        roundTrip(9_600, REAL_TIME);
        assertThat(controller.window()).isCloseTo(9_984, Offset.offset(10L));
    }

    @Test
    void lossHalvesOnceForARoundTrip() {
        avoidAt(20_000);
        long sent = now;
        lose(sent);
        assertThat(controller.window()).isEqualTo(10_000);
        lose(sent);
        assertThat(controller.window()).isEqualTo(10_000);
        lose(now);
        assertThat(controller.window()).isEqualTo(5_000);
        lose(now);
        assertThat(controller.window()).as("not below the initial one").isEqualTo(INITIAL);
    }

    @Test
    void aTimeoutLeavesOneSegment() {
        avoidAt(20_000);
        controller.onTimeout(now, true);
        assertThat(controller.window()).isEqualTo(SEGMENT);
        acknowledge(SEGMENT, ALONE);
        grow(10_000);
        acknowledge(10_000, ALONE);
        assertThat(controller.window()).as("avoidance from half on").isEqualTo(11_000);
        acknowledge(11_000, ALONE);
        assertThat(controller.window()).isLessThan(12_500);
    }

    @Test
    void aBaseThatWasNotSeenForLongIsLookedForWithASmallWindow() {
        avoidAt(50_000);
        staleWith(BASE + 50);
        acknowledge(1000, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL);
        long kept = MILLISECONDS.toNanos(2 * (BASE + 50));
        now += kept - 5 * STEP;
        measure(BASE + 20);
        acknowledge(1000, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL);
        now += 5 * STEP;
        acknowledge(1000, ALONE);
        assertThat(controller.window()).as("as before").isBetween(49_000L, 51_000L);
        measure(BASE + 20 + 36);
        long before = controller.window();
        roundTrip(before, ALONE);
        assertThat(controller.window()).as("36 ms above the new base").isGreaterThan(before + 1400);
    }

    @Test
    void timeCriticalDataIsNotHeldUpToLookForTheBase() {
        avoidAt(50_000);
        staleWith(BASE + 50);
        acknowledge(1000, REAL_TIME);
        assertThat(controller.window()).isGreaterThan(49_000);
        measure(BASE + 50 + 36);
        long before = controller.window();
        roundTrip(before, ALONE);
        assertThat(controller.window()).as("36 ms above the new base").isGreaterThan(before + 1400);
    }

    /** Ends slow start at that window. */
    private void avoidAt(long window) {
        measure(BASE);
        grow(window);
        measure(BASE + 44);
        acknowledge(0, ALONE);
        measure(BASE);
        assertThat(controller.window()).isEqualTo(window);
    }

    private void grow(long window) {
        while (controller.window() < window) {
            acknowledge(Math.min(SEGMENT, window - controller.window()), ALONE);
        }
    }

    private void staleWith(long milliseconds) {
        measure(milliseconds);
        now += QueueingDelay.BASE_LIFETIME;
        measure(milliseconds);
    }

    private void measure(long milliseconds) {
        for (int i = 0; i < 4; i++) {
            now += STEP;
            controller.onRoundTrip(now, MILLISECONDS.toNanos(milliseconds));
        }
    }

    private void roundTrip(long window, Urgency urgency) {
        for (long done = 0; done < window; done += 100) {
            acknowledge(100, urgency);
        }
    }

    private void acknowledge(long bytes, Urgency urgency) {
        controller.beginPacket(controller.window(), true);
        controller.onAcknowledged(bytes);
        controller.endPacket(now, urgency);
    }

    private void lose(long sentAt) {
        now += STEP;
        controller.beginPacket(controller.window(), true);
        controller.onNegativeAcknowledgement();
        controller.onLoss(sentAt);
        controller.endPacket(now, ALONE);
    }
}
