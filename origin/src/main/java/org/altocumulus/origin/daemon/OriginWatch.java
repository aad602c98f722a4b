package org.altocumulus.origin.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.altocumulus.edge.admin.Readiness;
import org.altocumulus.edge.app.ApplicationStats;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.Version;
import org.altocumulus.edge.server.NodeCounts;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.origin.admin.ClusterState;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;

/** What the origin knows of itself and of the cluster, for operators. Any thread may ask. */
public final class OriginWatch {
    private static final long STREAMS_TIMEOUT_MILLIS = 1000;

    private final String name;
    private final NodeClock clock;
    private final long startedAt;
    private final NodeServer server;
    private final EdgeRegistry registry;
    private final StreamDirectory directory;
    private final OriginHellos hellos;
    private volatile Readiness readiness = new Readiness(false, "starting");

    OriginWatch(
            String name,
            NodeClock clock,
            NodeServer server,
            EdgeRegistry registry,
            StreamDirectory directory,
            OriginHellos hellos) {
        this.name = name;
        this.clock = clock;
        this.startedAt = clock.nanos();
        this.server = server;
        this.registry = registry;
        this.directory = directory;
        this.hellos = hellos;
    }

    void started() {
        readiness = Readiness.READY;
    }

    void stopping() {
        readiness = new Readiness(false, "stopping");
    }

    /** Whether clients are taken. */
    public Readiness readiness() {
        if (readiness.ready() && registry.isInGrace(clock.nanos())) {
            return new Readiness(false, "waiting for the first edge");
        }
        return readiness;
    }

    /** Hellos answered with edges. */
    public long redirected() {
        return hellos.redirected();
    }

    /** The edges, those lost or left lately among them, but not the origin's own media node. */
    public List<EdgeView> edges() {
        return registry.view(clock.nanos()).stream()
                .filter(edge -> !edge.identity().node().equals(name))
                .toList();
    }

    /**
     * Everything.
     *
     * @param links runs a task on the thread that the directory belongs to
     */
    ClusterState state(Consumer<LongConsumer> links) {
        List<EdgeView> edges = edges();
        long clients = server.node().sessions();
        for (EdgeView edge : edges) {
            clients += edge.state().isGone() ? 0 : edge.clients();
        }
        return new ClusterState(
                Version.current(),
                name,
                readiness().ready(),
                TimeUnit.NANOSECONDS.toMillis(clock.nanos() - startedAt),
                clients,
                node(),
                edges.stream().map(OriginWatch::edge).toList(),
                streams(links),
                packets());
    }

    private ClusterState.NodeState node() {
        ApplicationStats stats = server.application().stats();
        List<InetSocketAddress> advertised;
        try {
            advertised = server.advertised();
        } catch (IOException e) {
            advertised = List.of();
        }
        return new ClusterState.NodeState(
                server.node().sessions(),
                stats.connections(),
                stats.players(),
                shown(server.node().boundAddresses()),
                shown(advertised),
                server.certificate().fingerprint().toString());
    }

    private static ClusterState.EdgeState edge(EdgeView edge) {
        return new ClusterState.EdgeState(
                edge.identity().node(),
                edge.identity().software(),
                edge.state().name().toLowerCase(Locale.ROOT),
                edge.clients(),
                edge.expected(),
                edge.redirects(),
                edge.capacity(),
                edge.weight(),
                edge.cpu(),
                edge.out(),
                shown(edge.advertised()),
                shown(edge.reachable()),
                TimeUnit.NANOSECONDS.toMillis(edge.reportAge()),
                TimeUnit.NANOSECONDS.toMillis(edge.silence()));
    }

    /** The directory belongs to the thread of the links. */
    private List<ClusterState.StreamState> streams(Consumer<LongConsumer> links) {
        CompletableFuture<List<ClusterState.StreamState>> streams = new CompletableFuture<>();
        links.accept(now -> streams.complete(collect(now)));
        try {
            return streams.get(STREAMS_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the links do not answer", e);
        }
    }

    private List<ClusterState.StreamState> collect(long now) {
        List<ClusterState.StreamState> streams = new ArrayList<>();
        directory.published().forEach((key, stream) -> streams.add(stream(key, stream, now)));
        streams.sort(
                Comparator.comparing(ClusterState.StreamState::application)
                        .thenComparing(ClusterState.StreamState::name));
        return streams;
    }

    private ClusterState.StreamState stream(StreamKey key, PublishedStream stream, long now) {
        List<String> wantedBy =
                directory.wanting(key).stream()
                        .filter(edge -> !edge.equals(stream.edge()))
                        .sorted()
                        .toList();
        return new ClusterState.StreamState(
                key.application(),
                key.name(),
                stream.edge(),
                wantedBy,
                TimeUnit.NANOSECONDS.toMillis(now - stream.since()));
    }

    private ClusterState.PacketState packets() {
        NodeCounts counts = NodeCounts.of(server);
        return new ClusterState.PacketState(
                counts.received(),
                counts.sent(),
                hellos.redirected(),
                hellos.served(),
                counts.discarded(),
                counts.refused());
    }

    private static List<String> shown(List<InetSocketAddress> addresses) {
        return addresses.stream().map(HostPort::format).toList();
    }
}
