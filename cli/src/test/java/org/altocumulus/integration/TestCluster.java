package org.altocumulus.integration;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.origin.daemon.OriginDaemon;
import org.altocumulus.origin.ops.OriginSettings;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.wire.HostPort;

/**
 * An origin, edges and clients in this process, on free ports of 127.0.0.1. Edges are named edge-0,
 * edge-1 and so on in the order in which they were added.
 */
final class TestCluster implements AutoCloseable {
    /** The application that clients connect to unless a test says otherwise. */
    static final String APPLICATION = "live";

    private static final String USUAL =
            """
            node { event-loops = 1, receive-buffer = 1MiB, send-buffer = 1MiB, stop-time = 3s }
            media { queue.time = 60s, deadline { audio = 60s, inter-frame = 60s, key-frame = 60s } }
            link { queue.time = 60s, report-interval = 500ms }
            """;

    private final SecureRandom random = new SecureRandom();
    private final String settings;
    private final List<EdgeDaemon> edges = new ArrayList<>();
    private final List<EdgeDaemon> running = new ArrayList<>();
    private InetSocketAddress originUdp =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private InetSocketAddress originLink =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private String originOnly = "";
    private OriginDaemon origin;
    private ClientEndpoint endpoint;

    private TestCluster(String settings) {
        this.settings = settings;
    }

    /** A cluster that waits for its edges to be ready. */
    static TestCluster of(int edges) throws Exception {
        return of(edges, "");
    }

    /**
     * A cluster that waits for its edges to be ready.
     *
     * @param settings of all nodes, in HOCON
     */
    static TestCluster of(int edges, String settings) throws Exception {
        TestCluster cluster = new TestCluster(settings);
        try {
            cluster.endpoint = ClientEndpoint.open(1);
            cluster.startOrigin();
            for (int i = 0; i < edges; i++) {
                cluster.addEdge("");
            }
            cluster.awaitReady(edges);
            return cluster;
        } catch (Exception | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    /** A cluster without edges whose origin is bound to every IPv4 address, as it is by default. */
    static TestCluster onAllAddresses() throws Exception {
        TestCluster cluster = new TestCluster("");
        try {
            cluster.endpoint = ClientEndpoint.open(1);
            // The address is never told to anyone: tests do not leave 127.0.0.0/8.
            cluster.originOnly = "node { bind = \"0.0.0.0:0\", advertise = \"127.0.0.1:1\" }";
            cluster.startOrigin();
            int port = cluster.originUdp.getPort();
            cluster.originUdp = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            return cluster;
        } catch (Exception | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    /** Starts the origin, on the ports that it had before if it did. */
    void startOrigin() throws Exception {
        String text =
                USUAL
                        + settings
                        + "\nnode.bind = \"%s\"\nlink.listen = \"%s\"\nadmin.bind = \"127.0.0.1:0\"\n"
                                .formatted(HostPort.format(originUdp), HostPort.format(originLink))
                        + originOnly;
        origin =
                new OriginDaemon(
                        OriginSettings.read(SettingsLoader.parse(text)),
                        NodeClock.system(),
                        random);
        origin.start();
        originUdp = origin.server().node().boundAddresses().get(0);
        originLink = origin.linkAddress();
    }

    /** Starts an edge without waiting for it; {@code more} settings override those of all. */
    EdgeDaemon addEdge(String more) throws Exception {
        String text =
                USUAL
                        + settings
                        + "\nnode { id = edge-%d, bind = \"127.0.0.1:0\" }\nlink.origins = \"%s\"\n"
                                .formatted(edges.size(), HostPort.format(originLink))
                        + more;
        EdgeDaemon edge =
                new EdgeDaemon(
                        EdgeSettings.read(SettingsLoader.parse(text)), NodeClock.system(), random);
        edges.add(edge);
        return start(edge);
    }

    /** Starts an edge that was stopped once more, at the same address and under the same name. */
    EdgeDaemon startAgain(int index) throws Exception {
        String text =
                USUAL
                        + settings
                        + "\nnode { id = edge-%d, bind = \"%s\" }\nlink.origins = \"%s\"\n"
                                .formatted(
                                        index,
                                        HostPort.format(address(edges.get(index))),
                                        HostPort.format(originLink));
        EdgeDaemon edge =
                new EdgeDaemon(
                        EdgeSettings.read(SettingsLoader.parse(text)), NodeClock.system(), random);
        edges.set(index, edge);
        return start(edge);
    }

    /** Even one that fails to start is to be stopped. */
    private EdgeDaemon start(EdgeDaemon edge) throws Exception {
        running.add(edge);
        edge.start();
        return edge;
    }

    OriginDaemon origin() {
        return origin;
    }

    EdgeDaemon edge(int index) {
        return edges.get(index);
    }

    /** Where clients reach the origin. */
    InetSocketAddress originAddress() {
        return originUdp;
    }

    /** Where clients reach an edge. */
    InetSocketAddress address(EdgeDaemon edge) {
        return address(edge.server());
    }

    private static InetSocketAddress address(NodeServer server) {
        return server.node().boundAddresses().get(0);
    }

    void stopOrigin() throws InterruptedException {
        origin.stop();
        origin = null;
    }

    /** Stops an edge as a signal does: its clients have time to go elsewhere. */
    void leave(EdgeDaemon edge) throws InterruptedException {
        running.remove(edge);
        edge.leave();
    }

    void stop(EdgeDaemon edge) throws InterruptedException {
        running.remove(edge);
        edge.stop();
    }

    /** What the origin knows of an edge. */
    EdgeView view(int edge) {
        return origin.watch().edges().stream()
                .filter(view -> view.identity().node().equals("edge-" + edge))
                .findFirst()
                .orElseThrow(() -> new AssertionError("edge-" + edge + " never registered"));
    }

    private long ready() {
        return origin.watch().edges().stream()
                .filter(edge -> edge.state() == EdgeState.READY)
                .count();
    }

    void awaitReady(int count) throws Exception {
        Await.until(count + " ready edges", () -> ready() == count, () -> origin.watch().edges());
    }

    void awaitState(int edge, EdgeState state) throws Exception {
        Await.until("edge-" + edge + " is " + state, () -> isIn(edge, state), this::edgeStates);
    }

    private boolean isIn(int edge, EdgeState state) {
        return edgeStates().stream()
                .filter(view -> view.identity().node().equals("edge-" + edge))
                .anyMatch(view -> view.state() == state);
    }

    private List<EdgeView> edgeStates() {
        return origin.watch().edges();
    }

    /** Connects through the origin, and follows its redirect. */
    ClientConnection connect() throws Exception {
        return connect(originUdp);
    }

    /** Connects to a node. */
    ClientConnection connect(InetSocketAddress address) throws Exception {
        return Await.result(connecting(address, APPLICATION));
    }

    CompletableFuture<ClientConnection> connecting(InetSocketAddress address, String application) {
        HostPort server = new HostPort(address.getHostString(), address.getPort());
        return endpoint.connect("rtmfp://" + server + '/' + application, server);
    }

    @Override
    public void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        try {
            for (EdgeDaemon edge : running) {
                edge.stop();
            }
            if (origin != null) {
                origin.stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
