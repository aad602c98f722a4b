package org.altocumulus.edge.node;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.TokenBucket;

/**
 * So much a second from each source, and so much from all of them, in bursts of as many. For what
 * may have a forged source: the second bounds those who invent sources. Any thread.
 */
public final class RateLimit {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final SourceLimiter bySource;
    private final TokenBucket inAll;

    /**
     * Full buckets.
     *
     * @param perSource 1 or more
     * @param inAll 1 or more
     */
    public RateLimit(SecureRandom random, int perSource, int inAll) {
        this.bySource = new SourceLimiter(random, SECOND / perSource, perSource);
        this.inAll = new TokenBucket(SECOND / inAll, inAll);
    }

    /** Whether one more from that source is within both. */
    public boolean admits(InetAddress source, long now) {
        if (!bySource.admits(source, now)) {
            return false;
        }
        synchronized (inAll) {
            return inAll.admits(now);
        }
    }
}
