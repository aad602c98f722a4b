package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * Smoothed round trip time and the measured and effective retransmission timeouts (MRTO, ERTO) of
 * one session, as RFC 7016 §3.5.2.2 calculates them from timestamp echoes. All times are
 * nanoseconds. Not thread-safe.
 */
public final class RoundTripTimer {
    private static final long NO_VALUE = -1;
    private static final long DELAYED_ACK_ALLOWANCE = MILLISECONDS.toNanos(200);
    private static final long MIN_ERTO = MILLISECONDS.toNanos(250);
    private static final long INITIAL_ERTO = MILLISECONDS.toNanos(3000);
    private static final long MAX_BACKOFF = MILLISECONDS.toNanos(10_000);

    private long smoothed = NO_VALUE;
    private long variance;
    private long measuredTimeout = MIN_ERTO;
    private long effectiveTimeout = INITIAL_ERTO;
    private long latest = NO_VALUE;

    /** Takes one measurement of the round trip, 0 or more. */
    public void onMeasurement(long roundTrip) {
        latest = roundTrip;
        if (smoothed == NO_VALUE) {
            smoothed = roundTrip;
            variance = roundTrip / 2;
        } else {
            variance = (3 * variance + Math.abs(smoothed - roundTrip)) / 4;
            smoothed = (7 * smoothed + roundTrip) / 8;
        }
        measuredTimeout = smoothed + 4 * variance + DELAYED_ACK_ALLOWANCE;
        effectiveTimeout = Math.max(measuredTimeout, MIN_ERTO);
    }

    /** The latest measurement, once; otherwise -1. */
    public long takeLatest() {
        long taken = latest;
        latest = NO_VALUE;
        return taken;
    }

    /** Lengthens ERTO after a timeout with loss or an unanswered ping (§3.5.4.1). */
    public void backOff() {
        long longer = Math.min((long) (effectiveTimeout * 1.4142), MAX_BACKOFF);
        effectiveTimeout = Math.max(longer, measuredTimeout);
    }

    /** The smoothed round trip time, or -1 before the first measurement. */
    public long smoothedRoundTrip() {
        return smoothed;
    }

    /** The effective retransmission timeout (ERTO). */
    public long effectiveTimeout() {
        return effectiveTimeout;
    }
}
