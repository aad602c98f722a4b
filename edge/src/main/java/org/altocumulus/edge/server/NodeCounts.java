package org.altocumulus.edge.server;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.edge.netconnection.ApplicationCounters;
import org.altocumulus.edge.netconnection.Refused;
import org.altocumulus.protocol.crypto.KeyPool;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.TransportCounters;

/**
 * What happened at a node since its start, for operators. Member names are those of the JSON.
 *
 * @param received datagrams
 * @param sent datagrams
 * @param kernelDropped datagrams that the kernel dropped because a socket's receive buffer was
 *     full, -1 if it does not say
 * @param discarded datagrams, chunks and flows that were dropped, by reason
 * @param refused what clients asked for and did not get, and messages that were dropped, by reason
 * @param keyPairs of handshakes; all zero with a static identity
 */
public record NodeCounts(
        long received,
        long sent,
        long kernelDropped,
        Map<String, Long> discarded,
        Map<String, Long> refused,
        KeyPairCounts keyPairs) {
    /**
     * Where the key pairs of handshakes came from.
     *
     * @param ready how many lie ready now
     * @param pooled handshakes that got one that was made ahead
     * @param poolEmpty handshakes that found none, and waited for one to be made
     * @param reused handshakes that got one of an earlier handshake
     */
    public record KeyPairCounts(int ready, long pooled, long poolEmpty, long reused) {
        private static final KeyPairCounts NONE = new KeyPairCounts(0, 0, 0, 0);

        private static KeyPairCounts of(KeyPool pool) {
            return new KeyPairCounts(pool.ready(), pool.taken(), pool.missed(), pool.reused());
        }
    }

    /** Of that node. */
    public static NodeCounts of(NodeServer server) {
        TransportCounters transport = server.node().counters();
        Map<String, Long> discarded = new TreeMap<>();
        for (Discard reason : Discard.values()) {
            put(discarded, reason, transport.discarded(reason));
        }
        if (Failures.survived() > 0) {
            discarded.put("internal_error", Failures.survived());
        }
        ApplicationCounters application = server.application().counters();
        Map<String, Long> refused = new TreeMap<>();
        for (Refused what : Refused.values()) {
            put(refused, what, application.of(what));
        }
        return new NodeCounts(
                transport.received.sum(),
                transport.sent.sum(),
                server.node().kernelDrops(),
                discarded,
                refused,
                server.node().keyPool().map(KeyPairCounts::of).orElse(KeyPairCounts.NONE));
    }

    private static void put(Map<String, Long> counts, Enum<?> what, long count) {
        if (count > 0) {
            counts.put(what.name().toLowerCase(Locale.ROOT), count);
        }
    }
}
