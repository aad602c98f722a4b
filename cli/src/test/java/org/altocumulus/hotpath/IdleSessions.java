package org.altocumulus.hotpath;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.netconnection.AccessPolicy;
import org.altocumulus.edge.netconnection.Application;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.session.DatagramSink;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.wire.WireException;

/**
 * The sessions of clients that connected to an application and then do nothing, each with keys, a
 * certificate and an address of its own. Without sockets and the tables of a node.
 */
final class IdleSessions {
    private static final InetSocketAddress NODE = new InetSocketAddress("10.0.0.1", 1935);
    private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ROUNDS = 40;

    private final VirtualLoop loop = new VirtualLoop();
    private final SessionContext nodeContext = LoopOfOne.context();
    private final SessionContext clientContext = LoopOfOne.context();
    private final Application application =
            new Application(
                    VirtualNode.SETTINGS, List.of(loop), ClusterPort.NONE, AccessPolicy.OPEN);
    private final List<Session> sessions = new ArrayList<>();
    private final Deque<byte[]> underWay = new ArrayDeque<>();
    private final DatagramSink sink =
            (datagram, length, to) -> underWay.add(Arrays.copyOf(datagram, length));

    /** Sessions of the node. */
    List<Session> sessions() {
        return sessions;
    }

    /** Connects one more client, until all is said and some seconds have passed. */
    void open(Keys keys) {
        int id = sessions.size() + 1;
        ScriptedClient client = new ScriptedClient();
        Session near = session(clientContext, client, keys.clientEnd(id), NODE);
        SessionListener user = application.newConnection(0);
        Session far = session(nodeContext, user, ownCertificate(keys.serverEnd(id)), address(id));
        client.session(near);
        client.connect();
        for (int round = 0; round < ROUNDS; round++) {
            boolean any = true;
            while (any) {
                any = loop.run();
                any |= exchange(near, far);
                any |= exchange(far, near);
            }
            loop.advance(ROUND);
        }
        sessions.add(far);
    }

    private Session session(
            SessionContext context,
            SessionListener user,
            SessionIdentity identity,
            InetSocketAddress far) {
        return new Session(
                context,
                new LoopOfOne(),
                user,
                CongestionAlgorithm.WINDOW::create,
                identity,
                far,
                loop.now());
    }

    private boolean exchange(Session from, Session to) {
        from.flush(loop.now(), sink);
        boolean any = !underWay.isEmpty();
        for (byte[] each = underWay.poll(); each != null; each = underWay.poll()) {
            to.onDatagram(loop.now(), each, 0, each.length, to.address());
        }
        return any;
    }

    private static SessionIdentity ownCertificate(SessionIdentity end) {
        try {
            Certificate own = Certificate.parse(end.far().encoded().clone());
            return new SessionIdentity(end.role(), end.nearId(), end.farId(), own, end.keys());
        } catch (WireException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InetSocketAddress address(int id) {
        try {
            byte[] ip = {10, 1, (byte) (id >> 8), (byte) id};
            return new InetSocketAddress(InetAddress.getByAddress(ip), 1024 + id);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
