package org.altocumulus.edge.tcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.altocumulus.edge.ops.Plural;
import org.altocumulus.protocol.cluster.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of links that were refused, with address and cause: an edge tries again every two seconds,
 * and whoever guesses the secret as often as it may. One and the same source and cause is logged
 * once a minute, with the number of those in between, and no more than a few sources in a minute
 * are logged at all. Not thread-safe.
 */
public final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST = 20;

    private final LongSupplier clock;
    private final String what;
    private final Map<String, Logged> logged = new LinkedHashMap<>();

    /** Refusals of sources that were not logged as there were too many sources. */
    private long others;

    /** What was logged of one source and cause. */
    private static final class Logged {
        private final String host;
        private final Reason reason;
        private final long at;
        private long more;

        Logged(String host, Reason reason, long at) {
            this.host = host;
            this.reason = reason;
            this.at = at;
        }
    }

    /**
     * A log that has logged nothing.
     *
     * @param what names what was refused, for people, such as "link"
     * @param clock nanoseconds of a monotonic clock
     */
    public RefusalLog(String what, LongSupplier clock) {
        this.what = what;
        this.clock = clock;
    }

    /**
     * A connection ended before the other end had proved itself and was admitted.
     *
     * @param from its address, and maybe a comma and more about it
     */
    public void refused(String from, Reason reason, String message) {
        if (reason == Reason.DISCONNECTED || reason == Reason.SHUTDOWN) {
            // Somebody looked whether the port is there, or this process stops.
            LOG.debug("{} from {} ended: {} ({})", what, from, message, reason);
            return;
        }
        long now = clock.getAsLong();
        String host = host(from);
        String cause = host + ' ' + reason;
        Logged before = logged.get(cause);
        if (before != null && now - before.at < PERIOD) {
            before.more++;
            LOG.debug("{} from {} refused: {} ({})", what, from, message, reason);
            return;
        }
        logged.remove(cause);
        sumUp(now);
        if (logged.size() >= MOST) {
            others++;
            LOG.debug("{} from {} refused: {} ({})", what, from, message, reason);
            return;
        }
        logged.put(cause, new Logged(host, reason, now));
        LOG.warn(
                "{} from TCP {} refused: {} ({}){}",
                what,
                from,
                message,
                reason,
                before == null || before.more == 0
                        ? ""
                        : "; " + before.more + " more from there since the last such message");
        if (others > 0) {
            LOG.warn("{}: not logged: {} of further addresses", what, Plural.of(others, "refusal"));
            others = 0;
        }
    }

    /** Forgets the sources that were logged a minute ago, and tells how often they came since. */
    private void sumUp(long now) {
        List<Logged> over = new ArrayList<>();
        logged.values()
                .removeIf(
                        one -> {
                            boolean isOver = now - one.at >= PERIOD;
                            if (isOver && one.more > 0) {
                                over.add(one);
                            }
                            return isOver;
                        });
        over.forEach(
                one ->
                        LOG.warn(
                                "{} from TCP {} refused {} ({})",
                                what,
                                one.host,
                                Plural.of(one.more, "more time"),
                                one.reason));
    }

    /** Each attempt comes from another port. */
    private static String host(String from) {
        int comma = from.indexOf(',');
        String address = comma < 0 ? from : from.substring(0, comma);
        int port = address.lastIndexOf(':');
        return port < 0 ? address : address.substring(0, port);
    }
}
