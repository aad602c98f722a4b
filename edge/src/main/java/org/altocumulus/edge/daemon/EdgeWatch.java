package org.altocumulus.edge.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.altocumulus.edge.admin.AdminAnswer;
import org.altocumulus.edge.admin.AdminSite;
import org.altocumulus.edge.admin.ClientQuery;
import org.altocumulus.edge.admin.Readiness;
import org.altocumulus.edge.netconnection.ApplicationStats;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.Version;
import org.altocumulus.edge.server.ClientActions;
import org.altocumulus.edge.server.NodeCounts;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.wire.HostPort;

/** What an edge knows of itself, for operators. Any thread may ask, but none of the edge's own. */
public final class EdgeWatch implements AdminSite {
    private final NodeClock clock;
    private final long startedAt;
    private final NodeServer server;
    private final BooleanSupplier draining;
    private volatile String name = "";
    private volatile Supplier<List<EdgeState.LinkState>> links = List::of;
    private volatile boolean stopping;

    EdgeWatch(NodeClock clock, NodeServer server, BooleanSupplier draining) {
        this.clock = clock;
        this.startedAt = clock.nanos();
        this.server = server;
        this.draining = draining;
    }

    /**
     * The edge has started.
     *
     * @param node its name
     * @param state asks the links how they are
     */
    void started(String node, Supplier<List<EdgeState.LinkState>> state) {
        name = node;
        links = state;
    }

    void stopping() {
        stopping = true;
    }

    @Override
    public Readiness readiness() {
        return readiness(links.get());
    }

    private Readiness readiness(List<EdgeState.LinkState> state) {
        if (stopping) {
            return new Readiness(false, "stopping");
        } else if (draining.getAsBoolean()) {
            return new Readiness(false, "draining");
        } else if (state.stream().noneMatch(EdgeState.LinkState::joined)) {
            return new Readiness(false, "not joined");
        } else if (state.stream().noneMatch(EdgeState.LinkState::synced)) {
            return new Readiness(false, "not synced");
        }
        return Readiness.READY;
    }

    @Override
    public EdgeState state() {
        List<EdgeState.LinkState> linkStates = links.get();
        Readiness readiness = readiness(linkStates);
        ApplicationStats stats = server.application().stats();
        List<InetSocketAddress> advertised;
        try {
            advertised = server.advertised();
        } catch (IOException e) {
            advertised = List.of();
        }
        return new EdgeState(
                Version.current(),
                name,
                readiness.ready(),
                readiness.reason(),
                draining.getAsBoolean(),
                TimeUnit.NANOSECONDS.toMillis(clock.nanos() - startedAt),
                server.node().sessions(),
                server.node().halfOpen(),
                stats.connections(),
                stats.streams(),
                stats.players(),
                shown(server.node().boundAddresses()),
                shown(advertised),
                server.certificate().fingerprint().toString(),
                server.application().inspection().streams(),
                linkStates,
                NodeCounts.of(server));
    }

    @Override
    public Object clients(ClientQuery query) {
        return server.application()
                .inspection()
                .clients(query.after(), query.skip(), query.limit());
    }

    @Override
    public Optional<Supplier<AdminAnswer>> action(List<String> path) {
        return ClientActions.of(server, path);
    }

    @Override
    public String paths() {
        return "there are GET /live, GET /ready, GET /state, GET /clients and "
                + ClientActions.PATHS;
    }

    private static List<String> shown(List<InetSocketAddress> addresses) {
        return addresses.stream().map(HostPort::format).toList();
    }
}
