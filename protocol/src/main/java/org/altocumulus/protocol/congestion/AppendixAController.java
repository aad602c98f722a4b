package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * The window-based algorithm of RFC 7016 appendix A: slow start and congestion avoidance, with
 * gentler increase and decrease while time-critical data is being sent. Names and numbers are those
 * of figures 24 and 25. Departures, all within RFC 5681:
 *
 * <ul>
 *   <li>All losses among what was sent before a reduction are one event and reduce once (RFC 6582);
 *       figure 25 reduces for each packet that shows a loss, so that an overflowing queue, which
 *       loses for a round trip, would cut the window to pieces.
 *   <li>A loss in slow start halves always, unless time-critical data is being sent: the window may
 *       be twice what the path bears.
 *   <li>A large window is halved, and not cut by an eighth, also when round trips show that the
 *       queue of the path is filled: what was lost then was lost to congestion, and of two sessions
 *       the larger would keep its advantage for ever over the smaller, which halves.
 *   <li>Avoidance adds 1440 bytes a round trip, just under the full segment of an Ethernet path
 *       that RFC 5681 §3.1 allows, and not 768: the TCPs of today, that count bytes (RFC 3465), no
 *       longer grow by half of it. While yielding, or with time-critical data, it is 384 as in
 *       figure 25.
 *   <li>A timeout with loss halves SSTHRESH as RFC 5681 does, once for timeouts in a row. Figure 24
 *       takes MAX(SSTHRESH, CWND * 3/4) there too, which never lowers the infinite threshold: the
 *       window would grow exponentially through what had just failed.
 *   <li>"PRE_ACK_OUTSTANDING >= CWND" is judged once for the packets that one turn of the loop
 *       reads; otherwise all acknowledgements but the first of a turn would not count.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class AppendixAController extends WindowedController {
    /** Seven eighths of 76,800, from which one percent is more than 768 bytes. */
    private static final long SCALABLE_THRESHOLD = 67_200;

    /** Avoidance adds a step for each sixteenth of the window, at most for a hundred steps. */
    private static final int STEPS = 16;

    private static final long MIN_STEP_THRESHOLD = 64;
    private static final long STEP = 90;
    private static final long YIELDING_STEP = 24;

    /** A queueing delay that bursts and the steps of timestamps do not explain. */
    private static final long STANDING_QUEUE = MILLISECONDS.toNanos(12);

    private long ackedAccumulator;

    /**
     * A controller with the initial window of RFC 5681 §3.1.
     *
     * @param maxSegment SMSS, the most user data that one packet carries
     */
    public AppendixAController(int maxSegment) {
        super(maxSegment);
    }

    @Override
    public void onRoundTrip(long now, long roundTrip) {
        super.onRoundTrip(now, roundTrip);
        if (delay.isStale(now)) {
            delay.rebase(now);
        }
    }

    @Override
    public void endPacket(long now, Urgency urgency) {
        if (anyLoss) {
            reduce(now, urgency);
        } else if (anyAcks && !anyNaks && windowFull) {
            grow(urgency.fastGrowthAllowed() ? fastIncrease() : slowIncrease(urgency));
        }
    }

    private void reduce(long now, Urgency urgency) {
        boolean scalable =
                preAckOutstanding > SCALABLE_THRESHOLD
                        && urgency.fastGrowthAllowed()
                        && window >= slowStartThreshold
                        && !isQueueStanding();
        boolean gentle = urgency.sendingTimeCritical() || scalable;
        long reduced = gentle ? preAckOutstanding * 7 / 8 : preAckOutstanding / 2;
        slowStartThreshold = Math.max(reduced, initialWindow);
        window = slowStartThreshold;
        ackedAccumulator = 0;
        reducedAt = now;
    }

    private boolean isQueueStanding() {
        return delay.isKnown()
                && delay.queueing() > Math.max(delay.baseRoundTrip() / 8, STANDING_QUEUE);
    }

    private long fastIncrease() {
        return window < slowStartThreshold ? ackedThisPacket : avoidance(100 * STEP, STEP);
    }

    private long slowIncrease(Urgency urgency) {
        if (window < slowStartThreshold && urgency.sendingTimeCritical()) {
            return (ackedThisPacket + 3) / 4;
        }
        long steps = urgency.sendingTimeCritical() ? 100 : 200;
        return avoidance(steps * YIELDING_STEP, YIELDING_STEP);
    }

    /** Additive increase, spread over the round trip in steps of {@code step} bytes. */
    private long avoidance(long thresholdCap, long step) {
        ackedAccumulator += ackedThisPacket;
        long threshold = Math.min(Math.max(window / STEPS, MIN_STEP_THRESHOLD), thresholdCap);
        long steps = ackedAccumulator / threshold;
        ackedAccumulator -= steps * threshold;
        return steps * step;
    }

    @Override
    void forgetProgress() {
        ackedAccumulator = 0;
    }
}
