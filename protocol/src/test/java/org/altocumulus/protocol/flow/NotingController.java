package org.altocumulus.protocol.flow;

import org.altocumulus.protocol.congestion.CongestionController;

/** Counts what a session reports. */
final class NotingController implements CongestionController {
    int negative;
    int losses;
    long acknowledged;

    @Override
    public void beginPacket(long outstanding, boolean windowFull) {}

    @Override
    public void onRoundTrip(long now, long roundTrip) {}

    @Override
    public void onAcknowledged(long bytes) {
        acknowledged += bytes;
    }

    @Override
    public void onNegativeAcknowledgement() {
        negative++;
    }

    @Override
    public void onLoss(long sentAt) {
        losses++;
    }

    @Override
    public void endPacket(long now, Urgency urgency) {}

    @Override
    public void onTimeout(long now, boolean wasLoss) {}

    @Override
    public long window() {
        return Long.MAX_VALUE;
    }
}
