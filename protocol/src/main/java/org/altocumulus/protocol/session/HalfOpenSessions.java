package org.altocumulus.protocol.session;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the half-open sessions of a node, over all loops: those that a valid IIKeying asked for,
 * from then on until the first packet of the session confirms it or it ends. They are bounded in
 * all and for each source, which is an IPv4 address or an IPv6 network of 64 bits.
 *
 * <p>A source may have as many as there are free places in all, at most its bound. So a few sources
 * that take what they can get leave free places for others: {@code n} of them leave one in {@code n
 * + 1}. When there is none left the oldest half-open session of the loop makes room. Any thread;
 * loops that admit at the same moment may exceed a bound by one each.
 */
public final class HalfOpenSessions {
    private static final int INET4_BYTES = 4;
    private static final int INET6_NETWORK_BYTES = 8;

    private final int most;
    private final int mostOfSource;
    private final AtomicInteger count = new AtomicInteger();
    private final ConcurrentMap<Long, Integer> bySource = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param most at a time, at least 1
     * @param mostOfSource of one source at a time, at least 1
     */
    public HalfOpenSessions(int most, int mostOfSource) {
        if (most < 1 || mostOfSource < 1) {
            throw new IllegalArgumentException(most + " in all, " + mostOfSource + " of a source");
        }
        this.most = most;
        this.mostOfSource = mostOfSource;
    }

    /** Counts one more from that source; or says why there may not be one more. */
    public Discard admit(InetAddress source) {
        int free = most - count.get();
        if (free <= 0) {
            return Discard.HALF_OPEN_FULL;
        }
        Long key = key(source);
        Integer before = bySource.get(key);
        if (before != null && before >= Math.min(mostOfSource, free)) {
            return Discard.HALF_OPEN_OF_SOURCE;
        }
        bySource.merge(key, 1, Integer::sum);
        count.incrementAndGet();
        return null;
    }

    /** One that was counted from that source is confirmed, or has ended. */
    public void end(InetAddress source) {
        bySource.computeIfPresent(key(source), (key, n) -> n > 1 ? n - 1 : null);
        count.decrementAndGet();
    }

    /** How many there are. */
    public int count() {
        return count.get();
    }

    /** Sources that have one or more. */
    int sources() {
        return bySource.size();
    }

    /** IPv6 networks that share a key with an IPv4 address, ::/32, are not in use. */
    private static Long key(InetAddress source) {
        byte[] ip = source.getAddress();
        int length = ip.length == INET4_BYTES ? INET4_BYTES : INET6_NETWORK_BYTES;
        long key = 0;
        for (int i = 0; i < length; i++) {
            key = (key << Byte.SIZE) | (ip[i] & 0xff);
        }
        return key;
    }
}
