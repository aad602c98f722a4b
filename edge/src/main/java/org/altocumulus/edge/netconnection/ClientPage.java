package org.altocumulus.edge.netconnection;

import java.util.List;

/**
 * Some of the clients of a node, as {@code GET /clients} shows them. Member names are those of the
 * JSON.
 *
 * @param total clients of the node that have connected to an application
 * @param clients those asked for, in the order of their peer ids
 * @param next value of {@code after} for more; null if there are none
 * @param silentLoops event loops that did not answer in time, whose clients are missing here
 */
public record ClientPage(long total, List<Client> clients, String next, int silentLoops) {
    /**
     * A client.
     *
     * @param peerId names it in {@code POST /clients/PEER-ID/close}
     * @param address from which its packets come
     * @param agent what it says it is ({@code flashVer}), cut if it is long; empty if it says
     *     nothing
     * @param application that it is connected to
     * @param connectedMillis since it connected
     * @param publishes names of streams, at most {@link #MOST_STREAMS}
     * @param plays likewise
     */
    public record Client(
            String peerId,
            String address,
            String agent,
            String application,
            long connectedMillis,
            List<String> publishes,
            List<String> plays) {
        /** Most streams of a client that are shown of each kind. */
        public static final int MOST_STREAMS = 16;
    }
}
