package org.altocumulus.edge.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.altocumulus.edge.link.LinkClient;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.OwnHellos;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.server.ClusterBridge;
import org.altocumulus.edge.server.LinkLog;
import org.altocumulus.edge.server.LinkParameters;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.EdgeLinks;
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
    private final NodeServer server;
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
        this.server = new NodeServer(settings.mediaNode(), clock, random, OwnHellos::new, bridge);
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
        String name = name(registered.get(0));
        server.name(name);
        EdgeLinkSettings linkSettings =
                new EdgeLinkSettings(
                        LinkParameters.identity(name, random),
                        new Registration(
                                registered,
                                settings.mediaNode().node().maxSessions(),
                                server.certificate().fingerprint().bytes()),
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
                        server::clients,
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
