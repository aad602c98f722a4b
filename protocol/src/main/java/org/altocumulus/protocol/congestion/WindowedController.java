package org.altocumulus.protocol.congestion;

/**
 * What controllers with a window have in common: what a packet told, the initial window, and the
 * answer to timeouts (RFC 5681). Not thread-safe.
 */
abstract class WindowedController implements CongestionController {
    static final long NEVER = Long.MIN_VALUE / 2;

    /** SMSS. */
    final long maxSegment;

    final long initialWindow;
    final QueueingDelay delay = new QueueingDelay();

    long window;
    long slowStartThreshold = Long.MAX_VALUE;

    /** When the window was reduced last; what was sent before has been paid for. */
    long reducedAt = NEVER;

    // What the packet told that is being read.
    long preAckOutstanding;
    boolean windowFull;
    long ackedThisPacket;
    boolean anyAcks;
    boolean anyNaks;
    boolean anyLoss;

    private boolean timedOut;

    /** With IW of RFC 5681 §3.1. */
    WindowedController(int maxSegment) {
        this.maxSegment = maxSegment;
        this.initialWindow = Math.min(4L * maxSegment, Math.max(2L * maxSegment, 4380));
        this.window = initialWindow;
    }

    @Override
    public final void beginPacket(long outstanding, boolean full) {
        preAckOutstanding = outstanding;
        windowFull = full;
        ackedThisPacket = 0;
        anyAcks = false;
        anyNaks = false;
        anyLoss = false;
    }

    @Override
    public void onRoundTrip(long now, long roundTrip) {
        delay.onRoundTrip(now, roundTrip);
    }

    @Override
    public final void onAcknowledged(long bytes) {
        anyAcks = true;
        ackedThisPacket += bytes;
        timedOut &= bytes == 0;
    }

    @Override
    public final void onNegativeAcknowledgement() {
        anyNaks = true;
    }

    @Override
    public final void onLoss(long sentAt) {
        anyLoss |= sentAt - reducedAt >= 0;
    }

    /** Adds at most a segment, as one acknowledgement lets. */
    final void grow(long bytes) {
        window = Math.max(window + Math.min(bytes, maxSegment), initialWindow);
    }

    /** Growth that did not make a step yet is lost. */
    abstract void forgetProgress();

    @Override
    public final void onTimeout(long now, boolean wasLoss) {
        forgetProgress();
        if (wasLoss) {
            if (!timedOut) {
                slowStartThreshold = Math.max(window / 2, initialWindow);
            }
            timedOut = true;
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
