package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.session.SessionParameters;

/**
 * What a node is built from.
 *
 * @param bind the UDP addresses, resolved; port 0 takes a free one
 * @param loops event loops, 1 to 256
 * @param nativeTransport whether to use epoll where it exists
 * @param gatherTime how long a busy loop lets datagrams gather before it takes them; zero for not
 *     at all
 * @param receiveBufferBytes asked of the kernel for each socket
 * @param sendBufferBytes asked of the kernel for each socket
 * @param keyExchangeThreads threads that agree on keys, at least 1
 * @param keyExchangeQueue agreements that may wait for one of them
 * @param maxSessions sessions that may be open, over all loops
 * @param halfOpen how many more may be half-open
 * @param stopTime how long {@link MediaNode#stop} waits for clients to confirm
 * @param connectLimit how long after its opening a session that a client opened is closed, unless
 *     its user says otherwise by {@link org.altocumulus.protocol.session.Session#endBy}; zero for
 *     never
 * @param session the tunables of sessions
 * @param congestion the controller that sessions get
 */
public record NodeParameters(
        List<InetSocketAddress> bind,
        int loops,
        boolean nativeTransport,
        Duration gatherTime,
        int receiveBufferBytes,
        int sendBufferBytes,
        int keyExchangeThreads,
        int keyExchangeQueue,
        int maxSessions,
        HalfOpenLimits halfOpen,
        Duration stopTime,
        Duration connectLimit,
        SessionParameters session,
        CongestionAlgorithm congestion) {
    /** The most loops that a session id can name. */
    public static final int MAX_LOOPS = 256;

    /** Copies the list and checks the number of loops. */
    public NodeParameters {
        bind = List.copyOf(bind);
        if (bind.isEmpty() || loops < 1 || loops > MAX_LOOPS) {
            throw new IllegalArgumentException(bind.size() + " addresses, " + loops + " loops");
        }
    }

    /** The same without a search for larger datagrams. */
    NodeParameters withoutPathSearch() {
        return new NodeParameters(
                bind,
                loops,
                nativeTransport,
                gatherTime,
                receiveBufferBytes,
                sendBufferBytes,
                keyExchangeThreads,
                keyExchangeQueue,
                maxSessions,
                halfOpen,
                stopTime,
                connectLimit,
                session.withLargestDatagram(session.datagramLimit()),
                congestion);
    }
}
