package org.altocumulus.origin.daemon;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.altocumulus.edge.admin.Readiness;
import org.altocumulus.edge.netconnection.ApplicationStats;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.Version;
import org.altocumulus.edge.server.NodeCounts;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.origin.admin.ClusterState;
import org.altocumulus.origin.directory.PeerDirectory;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;

/** What the origin knows of itself and of the cluster, for operators. Any thread may ask. */
public final class OriginWatch {
    private static final long DIRECTORY_TIMEOUT_MILLIS = 1000;
    private static final Comparator<StreamKey> BY_NAME =
            Comparator.comparing(StreamKey::application).thenComparing(StreamKey::name);

    private final String name;
    private final NodeClock clock;
    private final long startedAt;
    private final NodeServer server;
    private final EdgeRegistry registry;
    private final StreamDirectory directory;
    private final PeerDirectory peers;
    private final OriginHellos hellos;
    private volatile Readiness readiness = new Readiness(false, "starting");

    OriginWatch(
            String name,
            NodeClock clock,
            NodeServer server,
            EdgeRegistry registry,
            StreamDirectory directory,
            PeerDirectory peers,
            OriginHellos hellos) {
        this.name = name;
        this.clock = clock;
        this.startedAt = clock.nanos();
        this.server = server;
        this.registry = registry;
        this.directory = directory;
        this.peers = peers;
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
        Held held = held(edges, links);
        long clients = server.clients();
        for (EdgeView edge : edges) {
            clients += edge.state().isGone() ? 0 : edge.clients();
        }
        return new ClusterState(
                Version.current(),
                name,
                readiness().ready(),
                TimeUnit.NANOSECONDS.toMillis(clock.nanos() - startedAt),
                clients,
                node(held),
                edges.stream()
                        .map(edge -> edge(edge, held.peers.get(edge.identity().node())))
                        .toList(),
                held.streams,
                held.streamCount,
                held.waiting,
                held.waitingCount,
                packets());
    }

    private ClusterState.NodeState node(Held held) {
        ApplicationStats stats = server.application().stats();
        List<InetSocketAddress> advertised;
        try {
            advertised = server.advertised();
        } catch (IOException e) {
            advertised = List.of();
        }
        return new ClusterState.NodeState(
                server.node().sessions(),
                server.node().halfOpen(),
                stats.connections(),
                stats.players(),
                held.peers.get(name),
                shown(server.node().boundAddresses()),
                shown(advertised),
                server.certificate().fingerprint().toString(),
                server.application().inspection().streams());
    }

    /**
     * An edge as {@code /state} shows it.
     *
     * @param announced how many clients it has announced
     */
    static ClusterState.EdgeState edge(EdgeView edge, int announced) {
        return new ClusterState.EdgeState(
                edge.identity().node(),
                edge.identity().software(),
                edge.state().name().toLowerCase(Locale.ROOT),
                edge.clients(),
                edge.expected(),
                edge.redirects(),
                edge.capacity(),
                weight(edge.weight()),
                edge.cpu(),
                edge.out(),
                announced,
                shown(edge.advertised()),
                shown(edge.reachable()),
                edge.hasReported() ? TimeUnit.NANOSECONDS.toMillis(edge.reportAge()) : null,
                TimeUnit.NANOSECONDS.toMillis(edge.silence()));
    }

    /** As it is written in the settings: 1, 2.5. */
    private static BigDecimal weight(int hundredths) {
        BigDecimal weight = BigDecimal.valueOf(hundredths, 2).stripTrailingZeros();
        return weight.scale() < 0 ? weight.setScale(0) : weight;
    }

    /**
     * What the directories hold.
     *
     * @param peers how many clients each node has announced
     */
    private record Held(
            List<ClusterState.StreamState> streams,
            int streamCount,
            List<ClusterState.WaitingState> waiting,
            int waitingCount,
            Map<String, Integer> peers) {}

    /** The directories belong to the thread of the links. */
    private Held held(List<EdgeView> edges, Consumer<LongConsumer> links) {
        CompletableFuture<Held> held = new CompletableFuture<>();
        links.accept(now -> held.complete(collect(edges, now)));
        try {
            return held.get(DIRECTORY_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the links do not answer", e);
        }
    }

    private Map<String, Integer> peers(List<EdgeView> edges) {
        Map<String, Integer> counts = new HashMap<>();
        counts.put(name, peers.count(name));
        edges.forEach(
                edge -> counts.put(edge.identity().node(), peers.count(edge.identity().node())));
        return counts;
    }

    private Held collect(List<EdgeView> edges, long now) {
        Map<StreamKey, PublishedStream> published = directory.published();
        Collection<StreamKey> unpublished = directory.unpublished();
        return new Held(
                first(published.keySet(), ClusterState.MOST_STREAMS).stream()
                        .map(key -> stream(key, published.get(key), now))
                        .toList(),
                published.size(),
                first(unpublished, ClusterState.MOST_WAITING).stream().map(this::waiting).toList(),
                unpublished.size(),
                peers(edges));
    }

    /** The first of them by name, without sorting all. */
    private static List<StreamKey> first(Collection<StreamKey> keys, int most) {
        PriorityQueue<StreamKey> first = new PriorityQueue<>(BY_NAME.reversed());
        for (StreamKey key : keys) {
            first.add(key);
            if (first.size() > most) {
                first.remove();
            }
        }
        return first.stream().sorted(BY_NAME).toList();
    }

    private ClusterState.WaitingState waiting(StreamKey key) {
        return new ClusterState.WaitingState(
                key.application(),
                key.name(),
                directory.wanting(key).stream().sorted().limit(ClusterState.MOST_NODES).toList());
    }

    private ClusterState.StreamState stream(StreamKey key, PublishedStream stream, long now) {
        List<String> wantedBy =
                directory.wanting(key).stream()
                        .filter(edge -> !edge.equals(stream.edge()))
                        .sorted()
                        .limit(ClusterState.MOST_NODES)
                        .toList();
        return new ClusterState.StreamState(
                key.application(),
                key.name(),
                stream.edge(),
                wantedBy,
                wantedBy.stream().filter(edge -> directory.isDirect(edge, key)).toList(),
                TimeUnit.NANOSECONDS.toMillis(now - stream.since()));
    }

    private ClusterState.PacketState packets() {
        NodeCounts counts = NodeCounts.of(server);
        return new ClusterState.PacketState(
                counts.received(),
                counts.sent(),
                counts.kernelDropped(),
                hellos.redirected(),
                hellos.served(),
                counts.discarded(),
                counts.refused(),
                new ClusterState.KeyPairState(
                        counts.keyPairs().ready(),
                        counts.keyPairs().pooled(),
                        counts.keyPairs().poolEmpty(),
                        counts.keyPairs().reused()));
    }

    private static List<String> shown(List<InetSocketAddress> addresses) {
        return addresses.stream().map(HostPort::format).toList();
    }
}
