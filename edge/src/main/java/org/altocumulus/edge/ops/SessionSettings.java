package org.altocumulus.edge.ops;

import java.time.Duration;
import org.altocumulus.protocol.cluster.MediaFrame;

/**
 * Section {@code session}: sessions and flows (RFC 7016). Sizes in bytes.
 *
 * @param serverKeepalive period announced to clients for their session with the server
 * @param peerKeepalive period announced to clients for their sessions with peers
 * @param pingIdle silence after which a session is pinged
 * @param pingInterval time between pings without an answer
 * @param pingTries unanswered pings after which the session ends
 * @param retransmitLimit how long data is sent again before the session ends
 * @param connectLimit how long a client may take until its connect is accepted
 * @param idleLimit how long a session without flows is kept
 * @param datagramLimit largest datagram sent to any client
 * @param largestDatagram largest datagram tried, at least {@code datagramLimit}
 * @param receiveWindow what a flow may hold back, at least {@code maxMessage}
 * @param maxMessage largest message taken, at most what the links carry
 * @param maxFlows flows that the other end may have open
 * @param fragmentedPackets packets that arrive in fragments at a time, of one event loop
 * @param congestion which controller the sessions get
 * @param nearCloseTime how long to wait for the answer to our close
 * @param farCloseTime how long to answer repeated closes of the other end
 */
public record SessionSettings(
        Duration serverKeepalive,
        Duration peerKeepalive,
        Duration pingIdle,
        Duration pingInterval,
        int pingTries,
        Duration retransmitLimit,
        Duration connectLimit,
        Duration idleLimit,
        int datagramLimit,
        int largestDatagram,
        int receiveWindow,
        int maxMessage,
        int maxFlows,
        int fragmentedPackets,
        Congestion congestion,
        Duration nearCloseTime,
        Duration farCloseTime) {
    /** Values of {@code session.congestion.algorithm}. */
    public enum Congestion {
        WINDOW,
        DELAY
    }

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    static SessionSettings read(SettingsReader reader) throws SettingsException {
        int maxMessage = reader.size("session.max-message", 64 << 10, MediaFrame.MAX_PAYLOAD);
        int receiveWindow = reader.size("session.receive-window", 64 << 10, 256 << 20);
        if (receiveWindow < maxMessage) {
            throw reader.refusal(
                    "session.receive-window",
                    "at least session.max-message, " + Shown.size(maxMessage));
        }
        int datagramLimit = reader.size("session.datagram-limit", 576, 1472);
        int largestDatagram = reader.size("session.largest-datagram", 576, 1472);
        if (largestDatagram < datagramLimit) {
            throw reader.refusal(
                    "session.largest-datagram",
                    "at least session.datagram-limit, " + Shown.size(datagramLimit));
        }
        return new SessionSettings(
                reader.duration("session.keepalive.server", SECOND, DAY),
                reader.duration("session.keepalive.peers", SECOND, DAY),
                reader.duration("session.ping.idle", SECOND, DAY),
                reader.duration(
                        "session.ping.interval", Duration.ofMillis(500), Duration.ofSeconds(60)),
                reader.integer("session.ping.tries", 1, 100),
                reader.duration("session.retransmit-limit", Duration.ofSeconds(10), TEN_MINUTES),
                reader.duration("session.connect-limit", SECOND, TEN_MINUTES),
                reader.duration("session.idle-limit", Duration.ofSeconds(10), DAY),
                datagramLimit,
                largestDatagram,
                receiveWindow,
                maxMessage,
                reader.integer("session.max-flows", 8, 65536),
                reader.integer("session.fragmented-packets", 1, 65536),
                reader.choice("session.congestion.algorithm", Congestion.class),
                reader.duration("session.close.near", SECOND, TEN_MINUTES),
                reader.duration("session.close.far", SECOND, TEN_MINUTES));
    }
}
