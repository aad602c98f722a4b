package org.altocumulus.edge.admin;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.altocumulus.protocol.wire.GuessLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of an admin port. A new one is always let in; where there are too many then,
 * the one that was opened, or was last sent a whole answer, longest ago is closed: of the same
 * source if that has too many, else of the source that has most. Loopback and everybody else are
 * counted apart, so that neither closes the connections of the other. Belongs to the thread of the
 * admin port.
 */
final class AdminConnections {
    /** In all, of loopback and of everybody else. */
    static final int MOST = 64;

    /** Of one source, an IPv4 address or an IPv6 network of 64 bits. */
    static final int MOST_OF_ONE = 16;

    private static final Logger LOG = LoggerFactory.getLogger(AdminConnections.class);

    private final Map<Channel, Long> local = new LinkedHashMap<>();
    private final Map<Channel, Long> others = new LinkedHashMap<>();

    /** A connection was accepted: another one may be closed for it. */
    void opened(Channel channel, InetAddress from) {
        Map<Channel, Long> all = from.isLoopbackAddress() ? local : others;
        long source = GuessLimiter.source(from);
        Map<Long, Integer> counts = new HashMap<>();
        all.values().forEach(one -> counts.merge(one, 1, Integer::sum));
        if (counts.getOrDefault(source, 0) >= MOST_OF_ONE) {
            closeOldest(all, source);
        } else if (all.size() >= MOST) {
            long largest =
                    counts.entrySet().stream()
                            .max(Map.Entry.comparingByValue())
                            .orElseThrow()
                            .getKey();
            closeOldest(all, largest);
        }
        all.put(channel, source);
    }

    private static void closeOldest(Map<Channel, Long> all, long source) {
        for (Map.Entry<Channel, Long> one : all.entrySet()) {
            if (one.getValue() == source) {
                Channel oldest = one.getKey();
                LOG.debug("admin {}: closed, too many connections", oldest.remoteAddress());
                all.remove(oldest);
                var unused = oldest.close();
                return;
            }
        }
    }

    /** A connection was sent a whole answer. */
    void answered(Channel channel) {
        Map<Channel, Long> all = local.containsKey(channel) ? local : others;
        Long source = all.remove(channel);
        if (source != null) {
            all.put(channel, source);
        }
    }

    void closed(Channel channel) {
        local.remove(channel);
        others.remove(channel);
    }
}
