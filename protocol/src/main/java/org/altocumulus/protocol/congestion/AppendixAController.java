package org.altocumulus.protocol.congestion;

/**
 * The window-based algorithm of RFC 7016 appendix A: slow start and congestion avoidance, with
 * gentler increase and decrease while time-critical data is being sent. Names and numbers are those
 * of figures 24 and 25. Not thread-safe.
 */
public final class AppendixAController implements CongestionController {
    private static final long SCALABLE_THRESHOLD = 67_200;

    private final long maxSegment;
    private final long initialWindow;

    private long window;
    private long slowStartThreshold = Long.MAX_VALUE;
    private long ackedAccumulator;

    private long preAckOutstanding;
    private long ackedThisPacket;
    private boolean anyAcks;
    private boolean anyNaks;
    private boolean anyLoss;

    /**
     * A controller with the initial window of RFC 5681 §3.1.
     *
     * @param maxSegment SMSS, the most user data that one packet carries
     */
    public AppendixAController(int maxSegment) {
        this.maxSegment = maxSegment;
        this.initialWindow = Math.min(4L * maxSegment, Math.max(2L * maxSegment, 4380));
        this.window = initialWindow;
    }

    @Override
    public void beginPacket(long outstanding) {
        preAckOutstanding = outstanding;
        ackedThisPacket = 0;
        anyAcks = false;
        anyNaks = false;
        anyLoss = false;
    }

    @Override
    public void onAcknowledged(long bytes) {
        anyAcks = true;
        ackedThisPacket += bytes;
    }

    @Override
    public void onNegativeAcknowledgement() {
        anyNaks = true;
    }

    @Override
    public void onLoss() {
        anyLoss = true;
    }

    @Override
    public void endPacket(Urgency urgency) {
        if (anyLoss) {
            boolean gentle =
                    urgency.sendingTimeCritical()
                            || (preAckOutstanding > SCALABLE_THRESHOLD
                                    && urgency.fastGrowthAllowed());
            long reduced = gentle ? preAckOutstanding * 7 / 8 : preAckOutstanding / 2;
            slowStartThreshold = Math.max(reduced, initialWindow);
            window = slowStartThreshold;
            ackedAccumulator = 0;
        } else if (anyAcks && !anyNaks && preAckOutstanding >= window) {
            long increase = urgency.fastGrowthAllowed() ? fastIncrease() : slowIncrease(urgency);
            window = Math.max(window + Math.min(increase, maxSegment), initialWindow);
        }
    }

    private long fastIncrease() {
        if (window < slowStartThreshold) {
            return ackedThisPacket;
        }
        return avoidance(4800, 48);
    }

    private long slowIncrease(Urgency urgency) {
        if (window < slowStartThreshold && urgency.sendingTimeCritical()) {
            return (ackedThisPacket + 3) / 4;
        }
        return avoidance(urgency.sendingTimeCritical() ? 2400 : 4800, 24);
    }

    /** Additive increase, spread over the round trip in steps of {@code step} bytes. */
    private long avoidance(long thresholdCap, long step) {
        ackedAccumulator += ackedThisPacket;
        long threshold = Math.min(Math.max(window / 16, 64), thresholdCap);
        long steps = ackedAccumulator / threshold;
        ackedAccumulator -= steps * threshold;
        return steps * step;
    }

    @Override
    public void onTimeout(boolean wasLoss) {
        ackedAccumulator = 0;
        if (wasLoss) {
            // Figure 24 takes MAX(SSTHRESH, CWND * 3/4) here too, which never lowers the infinite
            // threshold: the window would grow exponentially through what had just failed.
            slowStartThreshold = Math.max(window * 3 / 4, initialWindow);
            window = maxSegment;
        } else {
            slowStartThreshold = Math.max(slowStartThreshold, window * 3 / 4);
            window = initialWindow;
        }
    }

    @Override
    public long window() {
        return window;
    }
}
