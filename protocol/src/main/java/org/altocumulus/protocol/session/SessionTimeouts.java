package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * When a session gives up. Times are nanoseconds, all above 0.
 *
 * @param pingIdle silence after which the other end is pinged (RFC 7016 §3.5.4.1)
 * @param pingInterval time between pings that get no answer
 * @param pingTries pings without an answer after which the session is dead
 * @param retransmitLimit how long data is sent again without any of it being acknowledged
 * @param idle how long a session without an open flow in either direction is kept (§3.5.5)
 * @param nearClose how long a close that nobody acknowledges is repeated (§3.5.5)
 * @param farClose how long repeated closes of the other end are answered (§3.5.5)
 */
public record SessionTimeouts(
        long pingIdle,
        long pingInterval,
        int pingTries,
        long retransmitLimit,
        long idle,
        long nearClose,
        long farClose) {
    /** What a node has unless it is configured. */
    public static final SessionTimeouts DEFAULT =
            new SessionTimeouts(
                    SECONDS.toNanos(10),
                    SECONDS.toNanos(10),
                    4,
                    SECONDS.toNanos(60),
                    SECONDS.toNanos(300),
                    SECONDS.toNanos(90),
                    SECONDS.toNanos(19));

    /** Checks the ranges of the values. */
    public SessionTimeouts {
        if (pingIdle < 1
                || pingInterval < 1
                || pingTries < 1
                || retransmitLimit < 1
                || idle < 1
                || nearClose < 1
                || farClose < 1) {
            throw new IllegalArgumentException("expected values above 0");
        }
    }

    /** The same with other pings. */
    public SessionTimeouts withPings(long afterSilence, long interval, int tries) {
        return new SessionTimeouts(
                afterSilence, interval, tries, retransmitLimit, idle, nearClose, farClose);
    }

    /** The same with another time without flows. */
    public SessionTimeouts withIdle(long withoutFlows) {
        return new SessionTimeouts(
                pingIdle,
                pingInterval,
                pingTries,
                retransmitLimit,
                withoutFlows,
                nearClose,
                farClose);
    }
}
