package org.altocumulus.origin.daemon;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.altocumulus.protocol.cluster.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of links that were refused, with address and cause: an edge tries again every two seconds,
 * and a stranger as often as it likes. One and the same is said once a minute, and no more than a
 * few in a minute are said at all. Not thread-safe.
 */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST = 20;

    private final LongSupplier clock;
    private final Map<String, Long> said = new LinkedHashMap<>();
    private long unsaid;

    /**
     * A log that has said nothing.
     *
     * @param clock nanoseconds of a monotonic clock
     */
    RefusalLog(LongSupplier clock) {
        this.clock = clock;
    }

    /** A link ended before it was an edge's. */
    void refused(String from, Reason reason, String message) {
        if (reason == Reason.DISCONNECTED || reason == Reason.SHUTDOWN) {
            // Somebody looked whether the port is there, or the origin stops.
            LOG.debug("link from {} ended: {} ({})", from, message, reason);
            return;
        }
        long now = clock.getAsLong();
        said.values().removeIf(at -> now - at >= PERIOD);
        String cause = host(from) + ' ' + reason;
        if (said.containsKey(cause) || said.size() >= MOST) {
            unsaid++;
            LOG.debug("link from {} refused: {} ({})", from, message, reason);
            return;
        }
        said.put(cause, now);
        LOG.warn(
                "link from TCP {} refused: {} ({}){}",
                from,
                message,
                reason,
                unsaid == 0 ? "" : "; " + unsaid + " more like it or others were not logged");
        unsaid = 0;
    }

    /** Each attempt comes from another port. */
    private static String host(String from) {
        int comma = from.indexOf(',');
        String address = comma < 0 ? from : from.substring(0, comma);
        int port = address.lastIndexOf(':');
        return port < 0 ? address : address.substring(0, port);
    }
}
