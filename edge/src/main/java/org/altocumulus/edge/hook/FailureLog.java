package org.altocumulus.edge.hook;

import java.net.URI;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.altocumulus.edge.ops.Plural;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of hooks that fail, no more than once in a while. For all threads. */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
    private static final long INTERVAL = Duration.ofSeconds(10).toNanos();

    private static final int MAX_LENGTH = 200;

    private final LongSupplier clock;
    private boolean warned;
    private long warnedAt;
    private long silenced;

    /** A log that has said nothing, by a clock in nanoseconds. */
    FailureLog(LongSupplier clock) {
        this.clock = clock;
    }

    /** One more failure. */
    void on(URI hook, String why) {
        String line = next(hook, why);
        if (line != null) {
            LOG.warn(line);
        }
    }

    /** What is to be said of this failure, or null. */
    synchronized String next(URI hook, String why) {
        long now = clock.getAsLong();
        if (warned && now - warnedAt < INTERVAL) {
            silenced++;
            return null;
        }
        String more =
                silenced == 0
                        ? ""
                        : "; " + Plural.of(silenced, "more failure") + " of hooks before this";
        warned = true;
        warnedAt = now;
        silenced = 0;
        return "hook %s: %s, the client is refused%s".formatted(shown(hook), line(why), more);
    }

    /** What a server sends may be part of it. */
    private static String line(String why) {
        return why.substring(0, Math.min(why.length(), MAX_LENGTH)).replaceAll("\\p{Cntrl}", "?");
    }

    /** Without the query, which may have a secret in it. */
    private static String shown(URI hook) {
        return hook.getScheme() + "://" + hook.getRawAuthority() + hook.getRawPath();
    }
}
