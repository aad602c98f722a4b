package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import org.altocumulus.protocol.flow.ReceiveLimits;

/**
 * The tunables of sessions. Times are nanoseconds.
 *
 * @param datagramLimit the largest datagram that is sent before the path is known to bear a larger
 *     one, 576 to 1500; 1192 is what every path of the clients in use bears. Startup packets are
 *     never larger
 * @param largestDatagram the largest datagram that may be tried and, once one has arrived, sent; at
 *     least {@code datagramLimit}, and equal to it for no search
 * @param receive what each receive flow may hold (RFC 7016 §3.6.3.5)
 * @param maxFlows flows that the other end may have open or lingering
 * @param maxFragmented packets that arrive in fragments at a time, of one event loop (§3.4)
 * @param timeouts when a session gives up
 */
public record SessionParameters(
        int datagramLimit,
        int largestDatagram,
        ReceiveLimits receive,
        int maxFlows,
        int maxFragmented,
        SessionTimeouts timeouts) {
    /** How long an acknowledgement may wait (§3.6.3.4.4). */
    static final long ACK_DELAY = MILLISECONDS.toNanos(200);

    /** Packets with user data between acknowledgements (§3.5.2.3). */
    static final int MAX_BURST = 6;

    /** How long a Time Critical notification holds (appendix A). */
    static final long TIME_CRITICAL_HOLD = MILLISECONDS.toNanos(800);

    /** After this a received timestamp is no longer echoed (§3.5.2.2). */
    static final long TIMESTAMP_LIFETIME = SECONDS.toNanos(128);

    /** All receive flows of a session together may hold as much as so many full ones. */
    static final long SESSION_FLOWS = 8;

    /** Complete flows that are remembered, as a multiple of those that may be open. */
    static final int LINGERING_FACTOR = 4;

    /** Between Session Close Requests (§3.5.5). */
    static final long CLOSE_INTERVAL = SECONDS.toNanos(5);

    /** Until a complete receive flow is forgotten (§3.6.3.8). */
    static final long FLOW_LINGER = SECONDS.toNanos(120);

    /** Until the first buffer probe and, doubled each time, between probes (§3.6.2.9.1). */
    static final long PROBE_INTERVAL = SECONDS.toNanos(1);

    /** The longest time between buffer probes (§3.6.2.9.1). */
    static final long PROBE_INTERVAL_MAX = SECONDS.toNanos(60);

    /** Between checks of a new address (§3.5.4.2). */
    static final long MOBILITY_INTERVAL = SECONDS.toNanos(1);

    /** The oldest mobility check whose answer counts (§3.5.4.2). */
    static final long MOBILITY_LIFETIME = SECONDS.toNanos(120);

    /**
     * Silence after which a session gives up its ciphers, 1.6 kB; keepalives alone are further
     * apart.
     */
    static final long CIPHERS_KEPT = SECONDS.toNanos(2);

    /**
     * From the last IIKeying of an initiator to the first packet of its session, which a client of
     * a server sends at once.
     */
    static final long CONFIRM_LIMIT = SECONDS.toNanos(5);

    /** How long after that first packet a repeated IIKeying is answered (§3.5.1.1.2). */
    static final long ANSWER_KEPT = SECONDS.toNanos(10);

    /** Smallest and largest datagram that may be configured. */
    public static final int MIN_DATAGRAM = 576;

    public static final int MAX_DATAGRAM = 1500;

    /** What a node has unless it is configured. */
    public static final SessionParameters DEFAULT =
            new SessionParameters(
                    1192,
                    1472,
                    new ReceiveLimits(2 << 20, 2 << 20, 1024),
                    256,
                    256,
                    SessionTimeouts.DEFAULT);

    /** Checks the ranges of the values. */
    public SessionParameters {
        if (datagramLimit < MIN_DATAGRAM || datagramLimit > MAX_DATAGRAM) {
            throw new IllegalArgumentException("datagramLimit 576 to 1500: " + datagramLimit);
        }
        if (largestDatagram < datagramLimit || largestDatagram > MAX_DATAGRAM) {
            throw new IllegalArgumentException("largestDatagram up to 1500: " + largestDatagram);
        }
        if (maxFlows < 1 || maxFragmented < 1) {
            throw new IllegalArgumentException(
                    "maxFlows " + maxFlows + ", maxFragmented " + maxFragmented + ": at least 1");
        }
    }

    /** The same with another largest datagram. */
    public SessionParameters withLargestDatagram(int bytes) {
        return new SessionParameters(
                datagramLimit, bytes, receive, maxFlows, maxFragmented, timeouts);
    }

    /** The same with other bounds of receive flows. */
    public SessionParameters withReceive(ReceiveLimits limits) {
        return new SessionParameters(
                datagramLimit, largestDatagram, limits, maxFlows, maxFragmented, timeouts);
    }

    /** The same with other timeouts. */
    public SessionParameters withTimeouts(SessionTimeouts newTimeouts) {
        return new SessionParameters(
                datagramLimit, largestDatagram, receive, maxFlows, maxFragmented, newTimeouts);
    }
}
