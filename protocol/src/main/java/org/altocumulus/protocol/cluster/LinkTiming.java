package org.altocumulus.protocol.cluster;

import java.util.concurrent.TimeUnit;

/**
 * The times of the link, all in nanoseconds.
 *
 * @param report between two load reports
 * @param ping silence after which a PING is sent, and between two of them
 * @param suspect silence after which an edge gets no newcomers
 * @param lost silence after which a connection is given up
 * @param handshake from the TCP connection to WELCOME
 * @param request until an edge stops waiting for an answer
 * @param retryMin longest pause before the second attempt to connect
 * @param retryMax longest pause between two attempts to connect
 */
public record LinkTiming(
        long report,
        long ping,
        long suspect,
        long lost,
        long handshake,
        long request,
        long retryMin,
        long retryMax) {
    /** What the cluster runs with. */
    public static final LinkTiming DEFAULT =
            new LinkTiming(
                    TimeUnit.SECONDS.toNanos(2),
                    TimeUnit.SECONDS.toNanos(3),
                    TimeUnit.SECONDS.toNanos(8),
                    TimeUnit.SECONDS.toNanos(20),
                    TimeUnit.SECONDS.toNanos(5),
                    TimeUnit.SECONDS.toNanos(3),
                    TimeUnit.MILLISECONDS.toNanos(200),
                    TimeUnit.SECONDS.toNanos(2));

    /** The same with another silence after which a connection is given up. */
    LinkTiming withLost(long silence) {
        return new LinkTiming(
                report, ping, suspect, silence, handshake, request, retryMin, retryMax);
    }
}
