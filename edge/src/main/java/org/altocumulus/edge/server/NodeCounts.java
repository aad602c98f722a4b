package org.altocumulus.edge.server;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.altocumulus.edge.app.ApplicationCounters;
import org.altocumulus.edge.app.Refused;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.TransportCounters;

/**
 * What happened at a node since its start, for operators. Member names are those of the JSON.
 *
 * @param received datagrams
 * @param sent datagrams
 * @param discarded datagrams, chunks and flows that were dropped, by reason
 * @param refused what clients asked for and did not get, and messages that were dropped, by reason
 */
public record NodeCounts(
        long received, long sent, Map<String, Long> discarded, Map<String, Long> refused) {
    /** Of that node. */
    public static NodeCounts of(NodeServer server) {
        TransportCounters transport = server.node().counters();
        Map<String, Long> discarded = new TreeMap<>();
        for (Discard reason : Discard.values()) {
            put(discarded, reason, transport.discarded(reason));
        }
        ApplicationCounters application = server.application().counters();
        Map<String, Long> refused = new TreeMap<>();
        for (Refused what : Refused.values()) {
            put(refused, what, application.of(what));
        }
        return new NodeCounts(transport.received.sum(), transport.sent.sum(), discarded, refused);
    }

    private static void put(Map<String, Long> counts, Enum<?> what, long count) {
        if (count > 0) {
            counts.put(what.name().toLowerCase(Locale.ROOT), count);
        }
    }
}
