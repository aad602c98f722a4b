package org.altocumulus.edge.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.altocumulus.edge.admin.AdminServer;
import org.altocumulus.edge.link.LinkClient;
import org.altocumulus.edge.link.PullPorts;
import org.altocumulus.edge.node.ForwardedHellos;
import org.altocumulus.edge.node.Newcomers;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.OwnHellos;
import org.altocumulus.edge.ops.AdvertisedAddresses;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.HostAddresses;
import org.altocumulus.edge.ops.PullSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.TlsSettings;
import org.altocumulus.edge.server.AdminParameters;
import org.altocumulus.edge.server.ClusterBridge;
import org.altocumulus.edge.server.LinkLog;
import org.altocumulus.edge.server.LinkNews;
import org.altocumulus.edge.server.LinkOrders;
import org.altocumulus.edge.server.LinkParameters;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.ForwardedHello;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An edge: a media node and its links to the origins. Made once, started once, stopped once; its
 * methods may be called from any thread that is none of its own.
 */
public final class EdgeDaemon {
    private static final Logger LOG = LoggerFactory.getLogger(EdgeDaemon.class);
    private static final long LINK_TIMEOUT_MILLIS = 1000;

    private final EdgeSettings settings;
    private final NodeClock clock;
    private final SecureRandom random;
    private final News news;
    private final Optional<LinkTls> tls;
    private final ClusterBridge bridge;
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final Newcomers newcomers = new Newcomers();
    private final NodeServer server;
    private final Drain drain;
    private final EdgeWatch watch;
    private final AdminServer admin;
    private final ForwardedHellos forwarded;
    private final LinkLoop linkLoop;
    private LinkClient link;
    private PullPorts pullPorts;

    /**
     * Puts the edge together without binding or dialling anything.
     *
     * @throws SettingsException if the key file or a certificate cannot be used
     */
    public EdgeDaemon(EdgeSettings settings, NodeClock clock, SecureRandom random)
            throws SettingsException {
        this(settings, clock, random, AdvertisedAddresses::ofHost);
    }

    /** As above, on a host that has those addresses. */
    EdgeDaemon(EdgeSettings settings, NodeClock clock, SecureRandom random, HostAddresses host)
            throws SettingsException {
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.tls = LinkTls.of(settings.dial().link().tls());
        this.news = new News(new LinkLog(settings.dial().origins(), clock));
        this.bridge =
                new ClusterBridge(
                        () -> server().application().clusterEvents(),
                        settings.dial().link().pullLinger(),
                        news);
        this.server =
                new NodeServer(
                        settings.mediaNode(),
                        clock,
                        random,
                        (own, introducer) -> new OwnHellos(own, introducer, newcomers),
                        bridge,
                        host);
        newcomers.of(server.node());
        this.linkLoop = new LinkLoop("link", settings.mediaNode().node().nativeTransport());
        this.forwarded = new ForwardedHellos(server.node(), newcomers, random);
        this.drain = new Drain(server.node()::sessions, server.application()::tellShutdown);
        this.watch = new EdgeWatch(clock, server, drain::hasBegun);
        this.admin =
                settings.admin().bind().isEmpty()
                        ? null
                        : new AdminServer(
                                watch, AdminParameters.of(settings.admin().access()), clock::nanos);
        bridge.orders(new Orders());
    }

    /** Of the origins, about newcomers. */
    private final class Orders implements LinkOrders {
        @Override
        public void originClients(int origin, List<InetSocketAddress> addresses) {
            newcomers.origin(origin, addresses);
        }

        @Override
        public void forwardedHello(ForwardedHello hello) {
            forwarded.answer(
                    hello.endpointDiscriminator(), hello.tag(), hello.from(), clock.nanos());
        }
    }

    /** Logs how the links go, and drains the node when an operator wants that. */
    private final class News implements LinkNews {
        private final LinkNews log;
        private final List<String> problems;

        News(LinkNews log) {
            this.log = log;
            this.problems =
                    new CopyOnWriteArrayList<>(
                            Collections.nCopies(settings.dial().origins().size(), "not yet"));
        }

        @Override
        public void joined(int origin, NodeIdentity identity) {
            log.joined(origin, identity);
            problems.set(origin, "");
            joined.complete(null);
        }

        @Override
        public void left(int origin, Reason reason, String message) {
            log.left(origin, reason, message);
            problems.set(origin, message);
        }

        @Override
        public void drainRequested() {
            log.drainRequested();
            drain();
        }

        @Override
        public void probed(int origin, InetSocketAddress address, boolean answered) {
            log.probed(origin, address, answered);
        }
    }

    /** The media node. */
    public NodeServer server() {
        return server;
    }

    /**
     * Binds the sockets and begins to dial the origins.
     *
     * @throws IOException if an address cannot be bound, or there is none that clients could use
     */
    public void start() throws IOException {
        server.bind();
        List<InetSocketAddress> advertised = AdvertisedAddresses.require(server.advertised());
        List<InetSocketAddress> registered =
                advertised.subList(0, Math.min(advertised.size(), Registration.MAX_ADDRESSES));
        String name = name(registered.get(0));
        server.name(name);
        pullPorts = pullPorts();
        EdgeLinkSettings linkSettings =
                new EdgeLinkSettings(
                        LinkParameters.identity(name, random),
                        new Registration(
                                registered,
                                settings.mediaNode().node().maxSessions(),
                                server.certificate().fingerprint().bytes(),
                                settings.mediaNode().node().bandwidth(),
                                settings.mediaNode().node().weight(),
                                null),
                        LinkParameters.timing(
                                settings.dial().link(),
                                settings.dial().retryMin(),
                                settings.dial().retryMax()),
                        LinkParameters.queue(settings.dial().link()));
        link =
                new LinkClient(
                        linkLoop,
                        settings.dial().origins(),
                        linkSettings,
                        LinkParameters.security(settings.dial().link(), random),
                        tls,
                        random,
                        clock::nanos,
                        server::clients,
                        new HostMeter(clock::nanos, server.node().counters().sentBytes::sum),
                        bridge);
        if (pullPorts != null) {
            link.direct(pullPorts);
        }
        bridge.link(link::execute);
        bridge.peers(server.clusterPeers());
        if (admin != null) {
            admin.start(settings.admin().bind().orElseThrow());
        }
        server.node().start();
        link.start();
        watch.started(name, this::linkStates);
    }

    /** Where other edges will dial this one, or null without direct pulls. */
    private PullPorts pullPorts() throws IOException {
        PullSettings pull = settings.pull();
        TlsSettings below = settings.dial().link().tls();
        if (!pull.direct()) {
            return null;
        }
        if (below.isOn() && below.certificate().isEmpty()) {
            LOG.warn(
                    "no direct pulls between edges: link.tls.certificate is empty, and other edges"
                            + " would not trust this one; streams go through the origin");
            return null;
        }
        return pull.listen() == null
                ? PullPorts.chosen(linkLoop, tls, pull.loopbackOnly())
                : PullPorts.pinned(linkLoop, pull.listen(), pull.advertise(), tls);
    }

    /** How the links are: asked on their thread, which has nothing long to do. */
    private List<EdgeState.LinkState> linkStates() {
        List<EdgeLinkStatus> known = List.of();
        try {
            known = links().get(LINK_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // They have ended, or are held up: then nothing is known of them.
            known = List.of();
        }
        List<EdgeState.LinkState> states = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            states.add(linkState(i, known.get(i)));
        }
        return states;
    }

    private EdgeState.LinkState linkState(int origin, EdgeLinkStatus status) {
        return new EdgeState.LinkState(
                settings.dial().origins().get(origin).toString(),
                status.origin(),
                status.registered(),
                status.synced(),
                status.mediaOpen(),
                status.reportAge().isPresent()
                        ? TimeUnit.NANOSECONDS.toMillis(status.reportAge().getAsLong())
                        : null,
                status.registered() ? "" : news.problems.get(origin),
                status.mediaDropped());
    }

    /** Where operators ask, once started, if they can. */
    public Optional<InetSocketAddress> adminAddress() {
        return Optional.ofNullable(admin).map(AdminServer::address);
    }

    /** Where other edges pull streams, once a link is joined, if they can. */
    public Optional<InetSocketAddress> pullAddress() {
        return Optional.ofNullable(pullPorts).flatMap(PullPorts::first);
    }

    /** What the edge knows of itself. */
    public EdgeWatch watch() {
        return watch;
    }

    private String name(InetSocketAddress first) {
        String configured = settings.mediaNode().node().id();
        if (!configured.isEmpty()) {
            return configured;
        }
        String host = HostPort.format(first.getAddress()).replaceAll("[^0-9A-Za-z.]", "-");
        return host + '-' + first.getPort();
    }

    /** Done when an origin has taken the edge for the first time. */
    public CompletableFuture<Void> joined() {
        return joined;
    }

    /** How the link to each origin is, in the order of the list. Not before the start. */
    public CompletableFuture<List<EdgeLinkStatus>> links() {
        return link.status();
    }

    /**
     * Tells the origins that the edge takes no newcomers, and its clients that they had better go
     * elsewhere. They may stay: the edge serves them until it is stopped. Not before the start.
     */
    public void drain() {
        newcomers.drain();
        CompletableFuture<Void> known = new CompletableFuture<>();
        link.execute((edge, now) -> edge.drain(at -> known.complete(null), now));
        drain.begin(known);
    }

    /** Whether the edge takes no newcomers, because it or an operator wants that. */
    public boolean isDraining() {
        return drain.hasBegun();
    }

    /** Drains, waits for the clients to leave, at most for the drain time, and stops. */
    public void leave() throws InterruptedException {
        drain();
        drain.await(settings.mediaNode().node().drainTime());
        stop();
    }

    /**
     * Tells the origins that it takes no newcomers, closes the sessions of its clients, and then
     * the links.
     */
    public void stop() throws InterruptedException {
        watch.stopping();
        drain.stop();
        if (link != null) {
            link.execute(EdgeLinks::drain);
        }
        server.node().stop();
        if (link != null) {
            link.close();
        }
        linkLoop.close();
        if (admin != null) {
            admin.close();
        }
    }
}
