package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.SECONDS;

import org.altocumulus.protocol.congestion.RoundTripTimer;

/**
 * Pings a silent other end, and finds out when it is gone (RFC 7016 §3.5.4.1). Any packet that
 * decrypts is a sign of life.
 */
final class Keepalive {
    private static final long LONGEST_WAIT = SECONDS.toNanos(10);

    private final long idle;
    private final long interval;
    private final int tries;
    private long nextPing;
    private int unanswered;

    /**
     * @param idle silence before the first ping
     * @param interval time between pings without an answer
     * @param tries pings without an answer after which the other end is gone
     */
    Keepalive(long now, long idle, long interval, int tries) {
        this.idle = idle;
        this.interval = interval;
        this.tries = tries;
        this.nextPing = now + idle;
    }

    long deadline() {
        return nextPing;
    }

    void onReceived(long now) {
        unanswered = 0;
        nextPing = now + idle;
    }

    /**
     * What to do at {@code now}.
     *
     * @param roundTrip whose ERTO grows with each ping that stays without an answer, and is the
     *     least time between two; within reason, as false echoes could make it minutes
     */
    Action poll(long now, RoundTripTimer roundTrip) {
        if (now - nextPing < 0) {
            return Action.WAIT;
        }
        if (unanswered == tries) {
            return Action.GIVE_UP;
        }
        if (unanswered > 0) {
            roundTrip.backOff();
        }
        unanswered++;
        nextPing = now + Math.max(interval, Math.min(roundTrip.effectiveTimeout(), LONGEST_WAIT));
        return Action.PING;
    }

    /** The answer of {@link #poll}. */
    enum Action {
        WAIT,
        PING,
        GIVE_UP
    }
}
