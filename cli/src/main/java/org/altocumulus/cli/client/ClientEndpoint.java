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
import org.altocumulus.edge.node.HalfOpenLimits;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.edge.node.NodeParameters;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.SocketErrors;

/**
 * A UDP socket, or several, from which connections to servers are opened, each with an identity of
 * its own. May be used from any thread.
 */
public final class ClientEndpoint implements AutoCloseable {
    private static final int BUFFER = 4 << 20;
    private static final int KEYING_QUEUE = 4096;
    private static final int MAX_SESSIONS = 100_000;
    private static final Duration STOP_TIME = Duration.ofSeconds(1);
    private final SecureRandom random = new SecureRandom();
    private final ClientOptions options;
    private final MediaNode node;
    private final List<NodeLoop> loops;
    private final List<SocketPool> pools = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    private ClientEndpoint(ClientOptions options) {
        this.options = options;
        NodeParameters parameters =
                new NodeParameters(
                        List.of(new InetSocketAddress(0)),
                        options.loops(),
                        true,
                        Duration.ZERO,
                        BUFFER,
                        BUFFER,
                        options.loops(),
                        KEYING_QUEUE,
                        MAX_SESSIONS,
                        HalfOpenLimits.DEFAULT,
                        STOP_TIME,
                        Duration.ZERO,
                        options.session(),
                        CongestionAlgorithm.WINDOW);
        node =
                new MediaNode(
                        parameters,
                        NodeClock.system(),
                        random,
                        null,
                        (now, wanted, tag, from) -> new HelloAnswer.Ignore(Discard.UNWANTED_HELLO),
                        loop -> new Unwanted());
        loops = node.loops();
        if (options.sockets() > 0) {
            int each = Math.max(1, options.sockets() / loops.size());
            for (NodeLoop loop : loops) {
                pools.add(
                        new SocketPool(
                                (then, failed) -> node.openSocket(loop, then, failed), each));
            }
        }
    }

    /**
     * Starts the loops.
     *
     * @param loops event loops that share the connections, at least 1
     */
    public static ClientEndpoint open(int loops) throws IOException {
        return open(ClientOptions.DEFAULT.withLoops(loops));
    }

    /**
     * As {@link #open(int)}.
     *
     * @param session tunables of all sessions, such as when a server is taken to be gone
     */
    public static ClientEndpoint open(int loops, SessionParameters session) throws IOException {
        return open(ClientOptions.DEFAULT.withLoops(loops).withSession(session));
    }

    /** Starts the loops. */
    public static ClientEndpoint open(ClientOptions options) throws IOException {
        ClientEndpoint endpoint = new ClientEndpoint(options);
        endpoint.node.start();
        return endpoint;
    }

    /** The addresses behind the name of a server. */
    public static List<InetSocketAddress> resolve(HostPort server) throws ClientException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        try {
            for (InetAddress address : InetAddress.getAllByName(server.host())) {
                addresses.add(new InetSocketAddress(address, server.port()));
            }
        } catch (IOException e) {
            throw new ClientException(
                    "cannot look up " + server.host() + ": " + SocketErrors.reason(e));
        }
        return addresses;
    }

    /** The loops that share the connections. */
    public List<NodeLoop> loops() {
        return loops;
    }

    /**
     * Connects to an application.
     *
     * @param url such as {@code rtmfp://host/app}, without a stream
     * @return fails with {@link ClientException} if nobody answers or the server refuses; who fails
     *     it otherwise, as a timeout does, gives the connection up
     */
    public CompletableFuture<ClientConnection> connect(String url, HostPort server) {
        try {
            return connect(url, resolve(server));
        } catch (ClientException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * As the other method.
     *
     * @param addresses where the server may be, at least one
     */
    public CompletableFuture<ClientConnection> connect(
            String url, List<InetSocketAddress> addresses) {
        CompletableFuture<ClientConnection> connected = new CompletableFuture<>();
        int index = Math.floorMod(turn.getAndIncrement(), loops.size());
        NodeLoop loop = loops.get(index);
        ClientConnection connection =
                new ClientConnection(loop, url, options.formattedCommands(), connected);
        var unused =
                connected.whenComplete(
                        (done, failure) -> {
                            if (failure != null && !(failure instanceof ClientException)) {
                                connection.close();
                            }
                        });
        Opening opening = new Opening(loop, connection, url, addresses);
        if (pools.isEmpty()) {
            node.openSocket(loop, opening::onSocket, opening::onNoSocket);
        } else {
            loop.execute(() -> pools.get(index).take(opening::onLease, opening::onNoSocket));
        }
        return connected;
    }

    /** A connection that waits for its socket. */
    private final class Opening {
        private final NodeLoop loop;
        private final ClientConnection connection;
        private final String url;
        private final List<InetSocketAddress> addresses;

        Opening(
                NodeLoop loop,
                ClientConnection connection,
                String url,
                List<InetSocketAddress> addresses) {
            this.loop = loop;
            this.connection = connection;
            this.url = url;
            this.addresses = addresses;
        }

        void onSocket(int socket) {
            connection.opening(
                    loop.connect(
                            socket,
                            connection,
                            connection,
                            identity(),
                            options.keying(),
                            EndpointDiscriminator.ofUri(url),
                            addresses));
        }

        void onLease(SocketPool.Lease lease) {
            connection.opening(
                    loop.connect(
                            lease.socket(),
                            connection,
                            connection,
                            identity(),
                            options.keying(),
                            EndpointDiscriminator.ofUri(url),
                            addresses,
                            lease::release));
        }

        void onNoSocket(Throwable why) {
            connection.onFailed("no socket: " + SocketErrors.reason(why));
        }

        private Identity identity() {
            List<DhGroup> groups = options.keying().groups();
            return options.keys() == null
                    ? Identity.ephemeralClient(groups, random)
                    : Identity.ephemeralClient(groups, random, options.keys());
        }
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
