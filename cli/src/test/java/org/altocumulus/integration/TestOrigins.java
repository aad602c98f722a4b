package org.altocumulus.integration;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.origin.daemon.OriginDaemon;
import org.altocumulus.origin.ops.OriginSettings;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.wire.HostPort;

/** Several origins that know each other, edges and clients in this process. */
final class TestOrigins implements AutoCloseable {
    private static final String USUAL =
            """
            node { event-loops = 1, receive-buffer = 1MiB, send-buffer = 1MiB, stop-time = 3s }
            media { queue.time = 60s, deadline { audio = 60s, inter-frame = 60s, key-frame = 60s } }
            link { queue.time = 60s, report-interval = 500ms }
            """;

    private final SecureRandom random = new SecureRandom();
    private final OriginDaemon[] origins;
    private final InetSocketAddress[] clients;
    private final List<String> links = new ArrayList<>();
    private final List<EdgeDaemon> edges = new ArrayList<>();
    private final ClientEndpoint endpoint;

    /** Starts the origins. */
    TestOrigins(int count) throws Exception {
        origins = new OriginDaemon[count];
        clients = new InetSocketAddress[count];
        for (int i = 0; i < count; i++) {
            clients[i] = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            links.add("127.0.0.1:" + freePort());
        }
        endpoint = ClientEndpoint.open(1);
        try {
            for (int i = 0; i < count; i++) {
                startOrigin(i);
            }
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String list() {
        return "link.origins = "
                + links.stream().collect(Collectors.joining("\", \"", "[\"", "\"]\n"));
    }

    /** Starts an origin, at the addresses that it had before if it did. */
    void startOrigin(int index) throws Exception {
        String text =
                USUAL
                        + list()
                        + "node.bind = \"%s\"\nlink { listen = \"%s\", self = \"%s\" }\n"
                                .formatted(
                                        HostPort.format(clients[index]),
                                        links.get(index),
                                        links.get(index))
                        + "admin.bind = \"127.0.0.1:0\"\n";
        origins[index] =
                new OriginDaemon(
                        OriginSettings.read(SettingsLoader.parse(text)),
                        NodeClock.system(),
                        random);
        origins[index].start();
        clients[index] = origins[index].server().node().boundAddresses().get(0);
    }

    void stopOrigin(int index) throws InterruptedException {
        origins[index].stop();
        origins[index] = null;
    }

    /** Starts an edge without waiting for it. */
    EdgeDaemon addEdge() throws Exception {
        String text =
                USUAL
                        + list()
                        + "node { id = edge-%d, bind = \"127.0.0.1:0\" }\n".formatted(edges.size());
        EdgeDaemon edge =
                new EdgeDaemon(
                        EdgeSettings.read(SettingsLoader.parse(text)), NodeClock.system(), random);
        edge.start();
        edges.add(edge);
        return edge;
    }

    OriginDaemon origin(int index) {
        return origins[index];
    }

    /** Waits until every edge and every other origin has told that origin all. */
    void awaitWhole(int origin) throws Exception {
        Await.until(
                "all edges are synced with origin " + origin,
                () -> ready(origin) == edges.size() && synced(origin),
                () -> origins[origin].watch().edges());
    }

    private long ready(int origin) {
        return origins[origin].watch().edges().stream()
                .filter(edge -> edge.state() == EdgeState.READY)
                .count();
    }

    private boolean synced(int origin) throws Exception {
        for (EdgeDaemon edge : edges) {
            EdgeLinkStatus status = Await.result(edge.links()).get(origin);
            if (!status.synced() || !status.mediaOpen()) {
                return false;
            }
        }
        return true;
    }

    /** Waits until an origin has all other origins among its members. */
    void awaitMembers(int origin) throws Exception {
        Await.until(
                "the other origins have joined",
                () ->
                        origins[origin].watch().edges().stream()
                                        .filter(edge -> edge.state() == EdgeState.DRAINING)
                                        .count()
                                == origins.length - 1,
                () -> origins[origin].watch().edges());
    }

    /** Connects through an origin, and follows its redirect. */
    ClientConnection connect(int origin) throws Exception {
        return connect(clients[origin]);
    }

    ClientConnection connect(InetSocketAddress address) throws Exception {
        HostPort server = new HostPort(address.getHostString(), address.getPort());
        return Await.result(endpoint.connect("rtmfp://" + server + "/live", server));
    }

    static InetSocketAddress address(EdgeDaemon edge) {
        return edge.server().node().boundAddresses().get(0);
    }

    @Override
    public void close() {
        endpoint.close();
        try {
            for (EdgeDaemon edge : edges) {
                edge.stop();
            }
            for (OriginDaemon origin : origins) {
                if (origin != null) {
                    origin.stop();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
