package org.altocumulus.edge.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.edge.link.LinkClient;
import org.altocumulus.edge.node.ForwardedHellos;
import org.altocumulus.edge.node.Newcomers;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.OwnHellos;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.server.ClusterBridge;
import org.altocumulus.edge.server.LinkLog;
import org.altocumulus.edge.server.LinkOrders;
import org.altocumulus.edge.server.LinkParameters;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.ForwardedHello;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.wire.HostPort;

/**
 * An edge: a media node and its links to the origins. Made once, started once, stopped once; its
 * methods may be called from any thread that is none of its own.
 */
public final class EdgeDaemon {
    private final EdgeSettings settings;
    private final NodeClock clock;
    private final SecureRandom random;
    private final ClusterBridge bridge;
    private final Newcomers newcomers = new Newcomers();
    private final NodeServer server;
    private final ForwardedHellos forwarded;
    private LinkClient link;

    /**
     * Puts the edge together without binding or dialling anything.
     *
     * @throws SettingsException if the key file cannot be used
     */
    public EdgeDaemon(EdgeSettings settings, NodeClock clock, SecureRandom random)
            throws SettingsException {
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.bridge =
                new ClusterBridge(
                        () -> server().application().clusterEvents(),
                        new LinkLog(settings.dial().origins(), clock));
        this.server =
                new NodeServer(
                        settings.mediaNode(),
                        clock,
                        random,
                        (own, introducer) -> new OwnHellos(own, introducer, newcomers),
                        bridge);
        newcomers.of(server.node());
        this.forwarded = new ForwardedHellos(server.node(), newcomers, random);
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

        @Override
        public void drainRequested() {
            newcomers.drain();
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
        server.node().bind();
        List<InetSocketAddress> advertised = server.advertised();
        if (advertised.isEmpty()) {
            throw new IOException(
                    "no address that clients could use: name one with --advertise HOST:PORT");
        }
        List<InetSocketAddress> registered =
                advertised.subList(0, Math.min(advertised.size(), Registration.MAX_ADDRESSES));
        EdgeLinkSettings linkSettings =
                new EdgeLinkSettings(
                        LinkParameters.identity(name(registered.get(0)), random),
                        new Registration(
                                registered,
                                settings.mediaNode().node().maxSessions(),
                                server.certificate().fingerprint().bytes(),
                                settings.mediaNode().node().bandwidth(),
                                settings.mediaNode().node().weight()),
                        LinkParameters.timing(
                                settings.dial().link(),
                                settings.dial().retryMin(),
                                settings.dial().retryMax()),
                        LinkParameters.queue(settings.dial().link()));
        link =
                new LinkClient(
                        settings.dial().origins(),
                        linkSettings,
                        LinkParameters.security(settings.dial().link(), random),
                        random,
                        clock::nanos,
                        server.node()::sessions,
                        new HostMeter(clock::nanos, server.node().counters().sentBytes::sum),
                        bridge);
        bridge.link(link::execute);
        server.node().start();
        link.start();
    }

    private String name(InetSocketAddress first) {
        String configured = settings.mediaNode().node().id();
        if (!configured.isEmpty()) {
            return configured;
        }
        String host = HostPort.format(first.getAddress()).replaceAll("[^0-9A-Za-z.]", "-");
        return host + '-' + first.getPort();
    }

    /** How the link to each origin is, in the order of the list. Not before the start. */
    public CompletableFuture<List<EdgeLinkStatus>> links() {
        return link.status();
    }

    /** Tells the origins that it takes no newcomers; its clients stay. Not before the start. */
    public void drain() {
        newcomers.drain();
        link.execute(EdgeLinks::drain);
    }

    /**
     * Tells the origins that it takes no newcomers, closes the sessions of its clients, and then
     * the links.
     */
    public void stop() throws InterruptedException {
        if (link != null) {
            drain();
        }
        server.node().stop();
        if (link != null) {
            link.close();
        }
    }
}
