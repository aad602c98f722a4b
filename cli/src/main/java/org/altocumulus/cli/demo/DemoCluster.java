package org.altocumulus.cli.demo;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.edge.ops.SettingsReader;
import org.altocumulus.origin.daemon.OriginDaemon;
import org.altocumulus.origin.ops.OriginSettings;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.wire.HostPort;

/** An origin and two edges on loopback, in this process. */
final class DemoCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int FIRST_PORT = 1935;
    private static final int PORTS = 64;
    private static final int EDGES = 2;
    private static final long READY_POLL_MILLIS = 20;
    private static final long READY_TIMEOUT_MILLIS = 10_000;

    private final NodeClock clock = NodeClock.system();
    private final SecureRandom random = new SecureRandom();
    private final OriginDaemon origin;
    private final List<EdgeDaemon> edges = new ArrayList<>();

    private DemoCluster() throws IOException, SettingsException {
        origin = startOrigin();
        for (int i = 1; i <= EDGES; i++) {
            EdgeDaemon edge =
                    new EdgeDaemon(EdgeSettings.read(edgeSettings("edge-" + i)), clock, random);
            edges.add(edge);
            edge.start();
        }
    }

    /** Starts everything and waits until the origin would send clients to both edges. */
    static DemoCluster start() throws IOException, SettingsException, InterruptedException {
        DemoCluster cluster = new DemoCluster();
        long deadline = System.nanoTime() + READY_TIMEOUT_MILLIS * 1_000_000;
        while (cluster.readyEdges() < EDGES) {
            if (System.nanoTime() - deadline > 0) {
                cluster.close();
                throw new IOException("the edges did not join the origin within 10 s");
            }
            Thread.sleep(READY_POLL_MILLIS);
        }
        return cluster;
    }

    private OriginDaemon startOrigin() throws IOException, SettingsException {
        IOException last = null;
        for (int port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) {
            OriginDaemon candidate =
                    new OriginDaemon(OriginSettings.read(originSettings(port)), clock, random);
            try {
                candidate.start();
                return candidate;
            } catch (IOException e) {
                last = e;
                abandon(candidate);
            }
        }
        throw new IOException(
                "none of the UDP ports %d to %d of %s can be used: %s"
                        .formatted(FIRST_PORT, FIRST_PORT + PORTS - 1, HOST, last.getMessage()),
                last);
    }

    private static void abandon(OriginDaemon candidate) {
        try {
            candidate.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static SettingsReader originSettings(int port) throws SettingsException {
        return settings(
                Map.of(
                        "node.bind", HOST + ':' + port,
                        "link.listen", HOST + ":0",
                        "admin.bind", HOST + ":0"));
    }

    private SettingsReader edgeSettings(String name) throws SettingsException {
        return settings(
                Map.of(
                        "node.id",
                        name,
                        "node.bind",
                        HOST + ":0",
                        "link.origins",
                        HostPort.format(origin.linkAddress())));
    }

    private static SettingsReader settings(Map<String, String> values) throws SettingsException {
        List<SettingsOverride> overrides = new ArrayList<>();
        values.forEach(
                (key, value) -> overrides.add(new SettingsOverride(key, List.of(value), "demo")));
        return SettingsLoader.load(Optional.empty(), Map.of(), overrides);
    }

    private long readyEdges() {
        return origin.watch().edges().stream()
                .filter(edge -> edge.state() == EdgeState.READY)
                .count();
    }

    /** Where clients go. */
    InetSocketAddress address() {
        return origin.server().node().boundAddresses().get(0);
    }

    /** Where operators ask. */
    InetSocketAddress admin() {
        return origin.adminAddress();
    }

    /** The edges as the origin sees them. */
    List<EdgeView> edges() {
        return origin.watch().edges();
    }

    /** Bytes that a node has sent to clients since its start, by the address of the node. */
    long sentBytes(InetSocketAddress address) {
        return edges.stream()
                .filter(edge -> edge.server().node().boundAddresses().contains(address))
                .mapToLong(edge -> edge.server().node().counters().sentBytes.sum())
                .sum();
    }

    @Override
    public void close() {
        try {
            for (EdgeDaemon edge : edges) {
                edge.stop();
            }
            origin.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
