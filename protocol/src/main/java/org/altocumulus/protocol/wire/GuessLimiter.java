package org.altocumulus.protocol.wire;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Slows down those who guess a secret: a token bucket for each source, from which each wrong proof
 * takes one, and without which no proof is looked at, right or wrong. Sources are IPv4 addresses
 * and IPv6 networks of 64 bits. What is right costs nothing, and one source never delays another.
 * Not thread-safe.
 */
public final class GuessLimiter {
    /** Wrong proofs that a source may give at once: as many as it may have nodes, and more. */
    public static final int BURST = 60;

    /** Nanoseconds in which a source gets one more. */
    public static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(500);

    /** Sources that are remembered; the one that failed longest ago is forgotten first. */
    static final int MAX_SOURCES = 4096;

    private static final int INET6_NETWORK = 8;

    /** When the bucket of a source will be full again; those that are full are not here. */
    private final Map<Long, Long> fullAt = new LinkedHashMap<>();

    /** Nobody has failed yet. */
    public GuessLimiter() {}

    /**
     * Whether a proof of that source is to be looked at.
     *
     * @param source null if it is not known; those that are not known are one source
     */
    public boolean admits(InetAddress source, long now) {
        Long full = fullAt.get(source(source));
        return full == null || full + INTERVAL - now <= BURST * INTERVAL;
    }

    /** A proof of that source was wrong. */
    public void failed(InetAddress source, long now) {
        long key = source(source);
        Long full = fullAt.remove(key);
        long from = full == null || full - now < 0 ? now : full;
        Iterator<Long> oldest = fullAt.values().iterator();
        while (oldest.hasNext() && (oldest.next() - now <= 0 || fullAt.size() >= MAX_SOURCES)) {
            oldest.remove();
        }
        fullAt.put(key, from + INTERVAL);
    }

    /** Sources that are remembered. */
    int size() {
        return fullAt.size();
    }

    /** A number for an IPv4 address, or for the network of 64 bits that an IPv6 address is in. */
    public static long source(InetAddress address) {
        byte[] bytes = address == null ? new byte[0] : address.getAddress();
        long source = 0;
        for (int i = 0; i < Math.min(bytes.length, INET6_NETWORK); i++) {
            source = source << 8 | (bytes[i] & 0xff);
        }
        return source;
    }
}
