package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import org.altocumulus.protocol.congestion.RoundTripTimer;

/**
 * The timestamps of a session and their echoes (RFC 7016 §3.5.2.2), in ticks of 4 ms. We send a
 * timestamp in every packet, as some clients drop packets without one; the echo only when it
 * changed.
 */
final class TimestampClock {
    private static final long TICK = MILLISECONDS.toNanos(4);
    private static final int MASK = 0xffff;
    private static final int MAX_VALID_TICKS = 32_767;
    private static final int NONE = -1;

    private final RoundTripTimer roundTrip;

    private int received = NONE;
    private long receivedAt;
    private int echoSent = NONE;
    private int echoReceived = NONE;

    TimestampClock(RoundTripTimer roundTrip) {
        this.roundTrip = roundTrip;
    }

    /** The timestamp of a packet that leaves now. */
    static int timestamp(long now) {
        return (int) Math.floorDiv(now, TICK) & MASK;
    }

    /** The echo for a packet that leaves now, or -1. */
    int nextEcho(long now) {
        if (received == NONE) {
            return NONE;
        }
        long elapsed = now - receivedAt;
        if (elapsed > SessionParameters.TIMESTAMP_LIFETIME) {
            received = NONE;
            echoSent = NONE;
            return NONE;
        }
        int echo = (int) (received + elapsed / TICK) & MASK;
        if (echo == echoSent) {
            return NONE;
        }
        echoSent = echo;
        return echo;
    }

    void onTimestamp(long now, int timestamp) {
        if (timestamp != received) {
            received = timestamp;
            receivedAt = now;
        }
    }

    void onEcho(long now, int echo) {
        if (echo == echoReceived) {
            return;
        }
        echoReceived = echo;
        int ticks = (timestamp(now) - echo) & MASK;
        if (ticks <= MAX_VALID_TICKS) {
            roundTrip.onMeasurement(ticks * TICK);
        }
    }
}
