package org.altocumulus.cli.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.edge.node.NodeParameters;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.wire.HostPort;

/**
 * A UDP socket, or several, from which connections to servers are opened, each with an identity of
 * its own. May be used from any thread.
 */
public final class ClientEndpoint implements AutoCloseable {
    private static final int BUFFER = 4 << 20;
    private static final int KEYING_QUEUE = 4096;
    private static final int MAX_SESSIONS = 100_000;
    private static final Duration STOP_TIME = Duration.ofSeconds(2);
    private static final List<DhGroup> GROUPS =
            List.of(DhGroup.MODP_2048, DhGroup.MODP_1024, DhGroup.MODP_4096);
    private static final KeyingPolicy POLICY =
            new KeyingPolicy(
                    GROUPS,
                    Protection.ON_REQUEST,
                    Protection.ON_REQUEST,
                    KeyingPolicy.DEFAULT_HMAC_LENGTH);

    private final SecureRandom random = new SecureRandom();
    private final MediaNode node;
    private final AtomicInteger turn = new AtomicInteger();

    private ClientEndpoint(int loops, SessionParameters session) {
        NodeParameters parameters =
                new NodeParameters(
                        List.of(new InetSocketAddress(0)),
                        loops,
                        true,
                        BUFFER,
                        BUFFER,
                        1,
                        KEYING_QUEUE,
                        MAX_SESSIONS,
                        STOP_TIME,
                        Duration.ZERO,
                        session,
                        CongestionAlgorithm.WINDOW);
        node =
                new MediaNode(
                        parameters,
                        NodeClock.system(),
                        random,
                        null,
                        (now, wanted, tag, from) -> new HelloAnswer.Ignore(Discard.UNWANTED_HELLO),
                        loop -> new Unwanted());
    }

    /**
     * Starts the loops.
     *
     * @param loops event loops that share the connections, at least 1
     */
    public static ClientEndpoint open(int loops) throws IOException {
        return open(loops, SessionParameters.DEFAULT);
    }

    /**
     * As {@link #open(int)}.
     *
     * @param session tunables of all sessions, such as when a server is taken to be gone
     */
    public static ClientEndpoint open(int loops, SessionParameters session) throws IOException {
        ClientEndpoint endpoint = new ClientEndpoint(loops, session);
        endpoint.node.start();
        return endpoint;
    }

    /**
     * Connects to an application.
     *
     * @param url such as {@code rtmfp://host/app}, without a stream
     * @return fails with {@link ClientException} if nobody answers or the server refuses; who fails
     *     it otherwise, as a timeout does, gives the connection up
     */
    public CompletableFuture<ClientConnection> connect(String url, HostPort server) {
        CompletableFuture<ClientConnection> connected = new CompletableFuture<>();
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(server.host())) {
                addresses.add(new InetSocketAddress(address, server.port()));
            }
            List<NodeLoop> loops = node.loops();
            NodeLoop loop = loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
            ClientConnection connection = new ClientConnection(loop, url, connected);
            var unused =
                    connected.whenComplete(
                            (done, failure) -> {
                                if (failure != null && !(failure instanceof ClientException)) {
                                    connection.close();
                                }
                            });
            node.openSocket(
                    loop,
                    socket -> connection.opening(open(loop, socket, connection, url, addresses)),
                    failure -> connection.onFailed("no socket: " + failure.getMessage()));
        } catch (IOException e) {
            connected.completeExceptionally(new ClientException("cannot look up " + server.host()));
        }
        return connected;
    }

    private Initiator open(
            NodeLoop loop,
            int socket,
            ClientConnection connection,
            String url,
            List<InetSocketAddress> addresses) {
        return loop.connect(
                socket,
                connection,
                connection,
                Identity.ephemeralClient(GROUPS, random),
                POLICY,
                EndpointDiscriminator.ofUri(url),
                addresses);
    }

    /** Closes all connections, waits a moment for the servers to confirm, and ends the loops. */
    @Override
    public void close() {
        try {
            node.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nobody opens sessions to a client that does not answer hellos. */
    private static final class Unwanted implements SessionListener {
        @Override
        public void onFlow(Session session, ReceiveFlow flow) {
            flow.reject(ReceiveFlow.AUTOMATIC);
        }

        @Override
        public void onClosed(Session session, CloseReason reason) {}
    }
}
