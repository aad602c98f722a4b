package org.altocumulus.edge.server;

import java.util.List;
import org.altocumulus.edge.node.HalfOpenLimits;
import org.altocumulus.edge.node.NodeParameters;
import org.altocumulus.edge.ops.CryptoSettings;
import org.altocumulus.edge.ops.KeyExchangeSettings;
import org.altocumulus.edge.ops.MediaNodeSettings;
import org.altocumulus.edge.ops.NodeSettings;
import org.altocumulus.edge.ops.SessionSettings;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.KeyPoolParameters;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.SessionTimeouts;

/** Settings, as the parts of a node want them. */
final class Parameters {
    private static final int MAX_RANGES = 1024;

    private Parameters() {}

    static NodeParameters node(MediaNodeSettings settings) {
        NodeSettings node = settings.node();
        return new NodeParameters(
                node.bind(),
                node.eventLoops(),
                node.nativeTransport(),
                node.gatherTime(),
                node.receiveBuffer(),
                node.sendBuffer(),
                node.keyExchange().threads(),
                node.keyExchange().queueLength(),
                node.maxSessions(),
                new HalfOpenLimits(node.halfOpen().inAll(), node.halfOpen().perSource()),
                node.stopTime(),
                settings.session().connectLimit(),
                session(settings.session()),
                congestion(settings.session().congestion()));
    }

    private static SessionParameters session(SessionSettings session) {
        return new SessionParameters(
                session.datagramLimit(),
                session.largestDatagram(),
                new ReceiveLimits(session.receiveWindow(), session.maxMessage(), MAX_RANGES),
                session.maxFlows(),
                session.fragmentedPackets(),
                new SessionTimeouts(
                        session.pingIdle().toNanos(),
                        session.pingInterval().toNanos(),
                        session.pingTries(),
                        session.retransmitLimit().toNanos(),
                        session.idleLimit().toNanos(),
                        session.nearCloseTime().toNanos(),
                        session.farCloseTime().toNanos()));
    }

    private static CongestionAlgorithm congestion(SessionSettings.Congestion algorithm) {
        return switch (algorithm) {
            case WINDOW -> CongestionAlgorithm.WINDOW;
            case DELAY -> CongestionAlgorithm.DELAY;
        };
    }

    static KeyingPolicy keying(CryptoSettings crypto) {
        return new KeyingPolicy(
                groups(crypto),
                protection(crypto.hmac()),
                protection(crypto.sequenceNumbers()),
                crypto.hmacLength());
    }

    static KeyPoolParameters keyPool(KeyExchangeSettings keyExchange) {
        return new KeyPoolParameters(
                keyExchange.pool(),
                keyExchange.reuseTime().toNanos(),
                keyExchange.reuseHandshakes());
    }

    static List<DhGroup> groups(CryptoSettings crypto) {
        return crypto.groups().stream().map(code -> DhGroup.find(code).orElseThrow()).toList();
    }

    private static Protection protection(CryptoSettings.Negotiation negotiation) {
        return switch (negotiation) {
            case ON_REQUEST -> Protection.ON_REQUEST;
            case REQUIRED -> Protection.REQUIRE;
        };
    }
}
