package org.altocumulus.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.altocumulus.protocol.wire.HostPort;

/**
 * An origin and three edges as processes, on a loopback network that the seed chooses. Each edge
 * dials the origin by way of a {@link CuttableRelay}, and the first edge is dialled by the others
 * through one.
 */
final class ChaosCluster implements AutoCloseable {
    /** How many edges there are. */
    static final int EDGES = 3;

    private static final Duration JOIN = Duration.ofSeconds(30);
    private static final int UDP = 21935;
    private static final int LINK = 21936;
    private static final int PULL = 21937;
    private static final int ADMIN = 21980;
    private static final int FIRST_EDGE = 11;

    /**
     * Players wait longer for late frames than they do by default: on a machine that is busy with
     * other things it is not the cluster's fault that they are late. Nodes notice within some
     * seconds that a client is gone, so that no scenario has to wait a minute to see it.
     */
    private static final List<String> COMMON =
            settings(
                    "media.deadline.inter-frame=5s",
                    "session.ping.idle=3s",
                    "session.ping.interval=1s",
                    "node.event-loops=2");

    private final String network;
    private final Path distribution;
    private final Path folder;
    private final Reaper reaper;
    private final List<CuttableRelay> links = new ArrayList<>();
    private final List<Daemon> edges = new ArrayList<>();
    private final CuttableRelay pulls;
    private final Daemon origin;

    /** A cluster that has not been started. */
    ChaosCluster(Path distribution, Path folder, Reaper reaper, Random random) throws Exception {
        this.distribution = distribution;
        this.folder = folder;
        this.reaper = reaper;
        network = "127.%d.%d.".formatted(64 + random.nextInt(63), 1 + random.nextInt(254));
        origin = daemon("origin", originArguments());
        pulls = new CuttableRelay(at(FIRST_EDGE, PULL));
        for (int i = 0; i < EDGES; i++) {
            links.add(new CuttableRelay(at(1, LINK)));
            edges.add(daemon("edge-" + (i + 1), edgeArguments(i)));
        }
    }

    private InetSocketAddress at(int host, int port) throws Exception {
        return new InetSocketAddress(InetAddress.getByName(network + host), port);
    }

    private String text(int host, int port) {
        return network + host + ':' + port;
    }

    private List<String> originArguments() {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("origin", "--bind", text(1, UDP)));
        arguments.addAll(List.of("--link", text(1, LINK), "--admin", text(1, ADMIN)));
        arguments.addAll(settings("link.expect-edges=" + EDGES));
        arguments.addAll(COMMON);
        return arguments;
    }

    private List<String> edgeArguments(int index) {
        int host = FIRST_EDGE + index;
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("edge", "--bind", text(host, UDP)));
        arguments.addAll(List.of("--origin", HostPort.format(links.get(index).address())));
        arguments.addAll(
                settings("node.id=edge-" + (index + 1), "admin.edge-bind=" + text(host, ADMIN)));
        if (index == 0) {
            arguments.addAll(
                    settings(
                            "link.pull-listen=" + text(host, PULL),
                            "link.pull-advertise=" + HostPort.format(pulls.address())));
        }
        arguments.addAll(COMMON);
        return arguments;
    }

    private static List<String> settings(String... settings) {
        List<String> arguments = new ArrayList<>();
        for (String setting : settings) {
            arguments.addAll(List.of("--set", setting));
        }
        return arguments;
    }

    /** Where the files of the run are. */
    Path folder() {
        return folder;
    }

    /** A command of the distribution as a process of this run. */
    Daemon daemon(String name, List<String> arguments) {
        return new Daemon(distribution, folder, reaper, name, arguments);
    }

    /** Starts all, and waits until the origin sends clients to each edge. */
    void start() throws Exception {
        origin.start();
        for (Daemon edge : edges) {
            edge.start();
        }
        origin.await("ready");
        for (int i = 0; i < EDGES; i++) {
            awaitState(i, "ready");
        }
    }

    /** Starts again what does not run, mends what is cut, and waits until all is ready. */
    void heal() throws Exception {
        links.forEach(CuttableRelay::mend);
        pulls.mend();
        List<Daemon> all = new ArrayList<>(edges);
        all.add(origin);
        for (Daemon node : all) {
            if (node.isAlive()) {
                node.thaw();
            } else {
                node.start();
                node.await("(?m)^ready");
            }
        }
        for (int i = 0; i < EDGES; i++) {
            awaitState(i, "ready");
        }
    }

    Daemon origin() {
        return origin;
    }

    Daemon edge(int index) {
        return edges.get(index);
    }

    /** The connections between an edge and the origin. */
    CuttableRelay link(int edge) {
        return links.get(edge);
    }

    /** The connections by which other edges pull from the first one. */
    CuttableRelay pullsFromFirst() {
        return pulls;
    }

    InetSocketAddress originUdp() {
        return address(1, UDP);
    }

    InetSocketAddress edgeUdp(int index) {
        return address(FIRST_EDGE + index, UDP);
    }

    AdminPort originAdmin() {
        return new AdminPort(address(1, ADMIN));
    }

    AdminPort edgeAdmin(int index) {
        return new AdminPort(address(FIRST_EDGE + index, ADMIN));
    }

    private InetSocketAddress address(int host, int port) {
        try {
            return at(host, port);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the origin says of an edge; missing if it knows none of that name. */
    JsonNode seenByOrigin(int index) throws Exception {
        for (JsonNode edge : originAdmin().state().path("edges")) {
            if (edge.path("node").asText().equals("edge-" + (index + 1))) {
                return edge;
            }
        }
        return MissingNode.getInstance();
    }

    /** Waits until the origin has an edge in that state. */
    void awaitState(int index, String state) throws Exception {
        Await.until(
                JOIN,
                () -> "edge-" + (index + 1) + " is " + state + " at the origin",
                () -> {
                    try {
                        return seenByOrigin(index).path("state").asText().equals(state);
                    } catch (IOException e) {
                        return false;
                    }
                });
    }

    @Override
    public void close() throws IOException {
        edges.forEach(Daemon::stop);
        origin.stop();
        for (CuttableRelay link : links) {
            link.close();
        }
        pulls.close();
    }
}
