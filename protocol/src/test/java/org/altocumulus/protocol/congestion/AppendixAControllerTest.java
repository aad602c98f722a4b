package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.congestion.CongestionController.Urgency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases of figures 24 and 25 of RFC 7016 and of our departures, calculated by hand. */
class AppendixAControllerTest {
    private static final int SEGMENT = 1000;
    private static final long INITIAL = 4000;
    private static final Urgency ALONE = new Urgency(true, false);
    private static final Urgency REAL_TIME = new Urgency(false, true);
    private static final Urgency YIELDING = new Urgency(false, false);

    private final AppendixAController controller = new AppendixAController(SEGMENT);
    private long now = -5;

    @ParameterizedTest
    @CsvSource({"500, 2000", "1095, 4380", "1181, 4380", "1460, 4380", "2190, 4380", "3000, 6000"})
    void theInitialWindowIsThatOfRfc5681(int segment, long window) {
        assertThat(new AppendixAController(segment).window()).isEqualTo(window);
    }

    @Test
    void slowStartGrowsByWhatIsAcknowledgedButNoMoreThanASegment() {
        acknowledge(INITIAL, 600, ALONE);
        assertThat(controller.window()).isEqualTo(4600);
        acknowledge(4600, 3000, ALONE);
        assertThat(controller.window()).isEqualTo(5600);
    }

    @Test
    void aWindowThatWasNotFullDoesNotGrow() {
        acknowledge(INITIAL - 1, 1000, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL);
    }

    @Test
    void aNegativeAcknowledgementStopsTheGrowth() {
        controller.beginPacket(INITIAL, true);
        controller.onAcknowledged(1000);
        controller.onNegativeAcknowledgement();
        controller.endPacket(now, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL);
        acknowledge(INITIAL, 1000, ALONE);
        assertThat(controller.window()).isEqualTo(5000);
    }

    @Test
    void aPacketWithoutAcknowledgementChangesNothing() {
        controller.beginPacket(INITIAL, true);
        controller.endPacket(now, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL);
    }

    @Test
    void slowStartOfRealTimeDataGrowsByAQuarterRoundedUp() {
        acknowledge(INITIAL, 1001, REAL_TIME);
        assertThat(controller.window()).isEqualTo(4251);
    }

    @Test
    void thereIsNoSlowStartWhileYielding() {
        // A sixteenth of 4000 is 250: 24 bytes for each.
        acknowledge(INITIAL, 1000, YIELDING);
        assertThat(controller.window()).isEqualTo(4096);
    }

    @ParameterizedTest
    @CsvSource({
        // outstanding, allowed, real-time, window: cut by half, or by an eighth
        "10000, true, false, 5000",
        "10000, false, false, 5000",
        "10000, false, true, 8750",
        "67200, true, false, 33600",
        "67201, true, false, 58800",
        "67201, false, false, 33600",
        "5000, true, false, 4000",
    })
    void lossReducesWhatWasOutstanding(
            long outstanding, boolean fastGrowth, boolean realTime, long window) {
        lose(INITIAL, ALONE);
        lose(outstanding, new Urgency(fastGrowth, realTime));
        assertThat(controller.window()).isEqualTo(window);
    }

    @Test
    void severalLossesInOnePacketReduceOnce() {
        controller.beginPacket(10_000, true);
        controller.onAcknowledged(100);
        for (int i = 0; i < 5; i++) {
            controller.onNegativeAcknowledgement();
            controller.onLoss(now);
        }
        controller.endPacket(now, ALONE);
        assertThat(controller.window()).isEqualTo(5000);
    }

    @Test
    void avoidanceAdds90BytesForEachSixteenthOfTheWindow() {
        lose(32_000, ALONE);
        // The window is 16,000, a sixteenth of it 1000.
        acknowledge(16_000, 999, ALONE);
        assertThat(controller.window()).isEqualTo(16_000);
        acknowledge(16_000, 1, ALONE);
        assertThat(controller.window()).isEqualTo(16_090);
        acknowledge(16_090, 2500, ALONE);
        assertThat(controller.window()).isEqualTo(16_090 + 180);
    }

    @Test
    void avoidanceOfRealTimeDataAddsHalf() {
        lose(32_000, ALONE);
        acknowledge(16_000, 2000, REAL_TIME);
        assertThat(controller.window()).isEqualTo(16_048);
    }

    @ParameterizedTest
    @CsvSource({"true, false, 360", "false, true, 360", "false, false, 168"})
    void inLargeWindowsTheStepsAreOfFixedSize(boolean fastGrowth, boolean realTime, long growth) {
        lose(700_000, ALONE);
        long window = 350_000;
        assertThat(controller.window()).isEqualTo(window);
        // Above 144,000 one percent of 9000 bytes a step; 2400 and 4800 otherwise.
        acknowledge(window, 36_000, new Urgency(fastGrowth, realTime));
        assertThat(controller.window()).isEqualTo(window + growth);
    }

    @Test
    void aTimeoutWithLossLeavesOneSegmentAndSlowStartToHalf() {
        grow(16_000);
        controller.onTimeout(now, true);
        assertThat(controller.window()).isEqualTo(SEGMENT);
        acknowledge(SEGMENT, SEGMENT, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL);
        grow(8_000);
        // Avoidance from 8000 on: 500 bytes a step.
        acknowledge(8_000, 500, ALONE);
        assertThat(controller.window()).isEqualTo(8_090);
    }

    @Test
    void timeoutsInARowReduceTheThresholdOnce() {
        grow(16_000);
        controller.onTimeout(now, true);
        controller.onTimeout(now, true);
        controller.onTimeout(now, true);
        assertThat(controller.window()).isEqualTo(SEGMENT);
        acknowledge(SEGMENT, SEGMENT, ALONE);
        grow(8_000);
        acknowledge(8_000, 500, ALONE);
        assertThat(controller.window()).isEqualTo(8_090);
    }

    @Test
    void lossesOfOneRoundTripReduceOnce() {
        lose(20_000, ALONE);
        assertThat(controller.window()).isEqualTo(10_000);
        lossOf(now - 1, 19_000);
        assertThat(controller.window()).as("sent before the reduction").isEqualTo(10_000);
        lossOf(now, 10_000);
        assertThat(controller.window()).as("sent after it").isEqualTo(5_000);
    }

    @Test
    void theFirstLossOfSlowStartHalvesAlsoALargeWindow() {
        grow(100_000);
        lose(100_000, ALONE);
        assertThat(controller.window()).isEqualTo(50_000);
    }

    @ParameterizedTest
    @CsvSource({"112, 87500", "116, 50000"})
    void aLargeWindowIsHalvedWhenTheQueueOfThePathIsFilled(long roundTrip, long window) {
        lose(INITIAL, ALONE);
        measure(100);
        measure(roundTrip);
        lose(100_000, ALONE);
        assertThat(controller.window()).isEqualTo(window);
    }

    private void measure(long milliseconds) {
        for (int i = 0; i < 4; i++) {
            now += 1000;
            controller.onRoundTrip(now, MILLISECONDS.toNanos(milliseconds));
        }
    }

    @Test
    void slowStartOfRealTimeDataEndsGently() {
        lose(100_000, REAL_TIME);
        assertThat(controller.window()).isEqualTo(87_500);
    }

    @Test
    void allAcknowledgementsOfATurnThatBeganWithAFullWindowCount() {
        acknowledge(INITIAL, 1000, ALONE);
        controller.beginPacket(INITIAL - 1000, true);
        controller.onAcknowledged(1000);
        controller.endPacket(now, ALONE);
        assertThat(controller.window()).isEqualTo(INITIAL + 2000);
    }

    @Test
    void aTimeoutOfAnIdleSessionStartsAgain() {
        grow(16_000);
        controller.onTimeout(now, false);
        assertThat(controller.window()).isEqualTo(INITIAL);
        grow(16_000);
        acknowledge(16_000, 1000, ALONE);
        assertThat(controller.window()).as("slow start without a threshold").isEqualTo(17_000);
    }

    private void grow(long window) {
        while (controller.window() < window) {
            long missing = Math.min(SEGMENT, window - controller.window());
            acknowledge(controller.window(), missing, ALONE);
        }
        assertThat(controller.window()).isEqualTo(window);
    }

    private void acknowledge(long outstanding, long bytes, Urgency urgency) {
        controller.beginPacket(outstanding, outstanding >= controller.window());
        controller.onAcknowledged(bytes);
        controller.endPacket(now, urgency);
    }

    private void lossOf(long sentAt, long outstanding) {
        now += 1000;
        controller.beginPacket(outstanding, true);
        controller.onLoss(sentAt);
        controller.endPacket(now, ALONE);
    }

    private void lose(long outstanding, Urgency urgency) {
        controller.beginPacket(outstanding, outstanding >= controller.window());
        controller.onAcknowledged(0);
        controller.onNegativeAcknowledgement();
        controller.onLoss(now++);
        controller.endPacket(now, urgency);
    }
}
