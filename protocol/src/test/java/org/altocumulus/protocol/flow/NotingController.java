package org.altocumulus.protocol.flow;

import org.altocumulus.protocol.congestion.CongestionController;

/** Counts what a session reports. */
final class NotingController implements CongestionController {
    int negative;
    int losses;
    long acknowledged;

    @Override
    public void beginPacket(long outstanding) {}

    @Override
    public void onAcknowledged(long bytes) {
        acknowledged += bytes;
    }

    @Override
    public void onNegativeAcknowledgement() {
        negative++;
    }

    @Override
    public void onLoss() {
        losses++;
    }

    @Override
    public void endPacket(Urgency urgency) {}

    @Override
    public void onTimeout(boolean wasLoss) {}

    @Override
    public long window() {
        return Long.MAX_VALUE;
    }
}
