package org.altocumulus.origin.link;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.altocumulus.protocol.cluster.LinkState;
import org.altocumulus.protocol.cluster.OriginLinkSession;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.wire.GuessLimiter;

/**
 * The connections that have not proved themselves. One address has few of them at a time, as all
 * that it takes is to connect. When there are too many in all, the oldest of the address that has
 * most makes room: an edge needs its place for a few round trips only, and one that holds it for
 * long is none.
 */
final class Strangers {
    /** In all. */
    static final int MOST = 256;

    /** Of one IPv4 address or one IPv6 network of 64 bits; those of loopback are not counted. */
    static final int MOST_OF_ONE = 32;

    private static final long NO_SOURCE = 0;

    private final Map<OriginLinkSession, Long> sources = new LinkedHashMap<>();

    /** Whether there is room for one more from that address, which may be null. */
    boolean admits(InetAddress address) {
        sources.keySet().removeIf(session -> !isStranger(session));
        long source = source(address);
        return source == NO_SOURCE || count().getOrDefault(source, 0) < MOST_OF_ONE;
    }

    /** One more, for which another may have to go. */
    void add(OriginLinkSession session, InetAddress address, long now) {
        if (sources.size() >= MOST) {
            evict(now);
        }
        sources.put(session, source(address));
    }

    private void evict(long now) {
        Map<Long, Integer> counts = count();
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        for (Iterator<Map.Entry<OriginLinkSession, Long>> all = sources.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<OriginLinkSession, Long> next = all.next();
            if (counts.get(next.getValue()) == most) {
                all.remove();
                next.getKey()
                        .close(
                                Reason.TOO_MANY,
                                "more than "
                                        + MOST
                                        + " connections that have not proved themselves",
                                now);
                return;
            }
        }
    }

    private Map<Long, Integer> count() {
        Map<Long, Integer> counts = new HashMap<>();
        sources.values().forEach(source -> counts.merge(source, 1, Integer::sum));
        return counts;
    }

    private static boolean isStranger(OriginLinkSession session) {
        return session.state() == LinkState.GREETING || session.state() == LinkState.PROVING;
    }

    private static long source(InetAddress address) {
        if (address == null || address.isLoopbackAddress()) {
            return NO_SOURCE;
        }
        return GuessLimiter.source(address);
    }
}
