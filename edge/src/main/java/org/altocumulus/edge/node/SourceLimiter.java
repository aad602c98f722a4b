package org.altocumulus.edge.node;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.altocumulus.protocol.crypto.SipHash;

/**
 * A token bucket for each source of something, in a table of fixed size. Sources are IPv4 addresses
 * and IPv6 networks of 64 bits; those that share an entry, which they cannot choose to, share a
 * bucket. Any thread, without locks.
 *
 * <p>An entry is one number, the time at which the bucket will be full again: nothing ever has to
 * be removed.
 */
final class SourceLimiter {
    private static final int ENTRIES = 1 << 16;
    private static final int INET6_NETWORK = 8;

    private final AtomicLongArray fullAt = new AtomicLongArray(ENTRIES);
    private final long seed0;
    private final long seed1;
    private final long interval;
    private final long burst;

    /**
     * Full buckets.
     *
     * @param interval nanoseconds in which a bucket gets one token
     * @param tokens that a bucket holds, at least 1
     */
    SourceLimiter(SecureRandom random, long interval, int tokens) {
        this.seed0 = random.nextLong();
        this.seed1 = random.nextLong();
        this.interval = interval;
        this.burst = interval * tokens;
        for (int i = 0; i < ENTRIES; i++) {
            fullAt.set(i, Long.MIN_VALUE);
        }
    }

    /** Takes a token from the bucket of a source; false if there is none. */
    boolean admits(InetAddress source, long now) {
        byte[] ip = source.getAddress();
        int length = Math.min(ip.length, INET6_NETWORK);
        int entry = (int) new SipHash(seed0, seed1).hash(ip, 0, length) & (ENTRIES - 1);
        while (true) {
            long before = fullAt.get(entry);
            long after = Math.max(before, now) + interval;
            if (after - now > burst) {
                return false;
            }
            if (fullAt.compareAndSet(entry, before, after)) {
                return true;
            }
        }
    }
}
