package org.altocumulus.origin.daemon;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.edge.admin.AdminServer;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.AdvertisedAddresses;
import org.altocumulus.edge.ops.HostAddresses;
import org.altocumulus.edge.ops.MediaSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.server.AdminParameters;
import org.altocumulus.edge.server.ClusterBridge;
import org.altocumulus.edge.server.LinkLog;
import org.altocumulus.edge.server.LinkNews;
import org.altocumulus.edge.server.LinkParameters;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.origin.directory.PeerDirectory;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.origin.hub.MediaHub;
import org.altocumulus.origin.link.LinkServer;
import org.altocumulus.origin.link.OriginLinks;
import org.altocumulus.origin.ops.ListenSettings;
import org.altocumulus.origin.ops.OriginSettings;
import org.altocumulus.origin.ops.RedirectSettings.Policy;
import org.altocumulus.origin.redirect.HelloCounter;
import org.altocumulus.origin.redirect.RedirectSettings;
import org.altocumulus.origin.redirect.Redirector;
import org.altocumulus.origin.registry.BoundedHash;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.LeastClients;
import org.altocumulus.origin.registry.RegistrySettings;
import org.altocumulus.origin.registry.SuspectWatch;
import org.altocumulus.origin.registry.Weighted;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.LinkSecurity;
import org.altocumulus.protocol.cluster.LinkTiming;
import org.altocumulus.protocol.cluster.MediaQueueLimits;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.OriginLinkSettings;
import org.altocumulus.protocol.cluster.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An origin. Made once, started once, stopped once; its methods may be called from any thread that
 * is none of its own.
 */
public final class OriginDaemon {
    private static final Logger LOG = LoggerFactory.getLogger(OriginDaemon.class);
    private static final String DEFAULT_NAME = "origin";
    private static final int STREAMS_PER_EDGE = 100_000;
    private static final int PEERS_PER_EDGE = 250_000;
    private static final int MAX_NAME = 64;

    private final OriginSettings settings;
    private final SecureRandom random;
    private final LinkServer linkServer;
    private final EdgeRegistry registry;
    private final StreamDirectory directory = new StreamDirectory(STREAMS_PER_EDGE);
    private final PeerDirectory peers = new PeerDirectory(PEERS_PER_EDGE);
    private final MediaHub hub;
    private final ClusterBridge bridge;
    private final NodeServer server;
    private final OriginWatch watch;
    private final OriginSite site;
    private final AdminServer admin;
    private OriginHellos hellos;
    private LocalLink local;

    /**
     * Puts the origin together without binding anything.
     *
     * @throws SettingsException if the key file or a certificate cannot be used
     */
    public OriginDaemon(OriginSettings settings, NodeClock clock, SecureRandom random)
            throws SettingsException {
        this(settings, clock, random, AdvertisedAddresses::ofHost);
    }

    /** As above, on a host that has those addresses. */
    OriginDaemon(OriginSettings settings, NodeClock clock, SecureRandom random, HostAddresses host)
            throws SettingsException {
        this.settings = settings;
        MediaSettings media = settings.mediaNode().media();
        this.hub = new MediaHub(directory, media.lateJoinBytes(), media.lateJoinTime().toMillis());
        this.random = random;
        this.linkServer =
                new LinkServer(
                        clock::nanos,
                        LinkTls.of(settings.listen().link().tls()),
                        settings.mediaNode().node().nativeTransport());
        this.registry =
                new EdgeRegistry(
                        registrySettings(settings), choice(settings.redirect()), clock.nanos());
        this.bridge =
                new ClusterBridge(
                        () -> server().application().clusterEvents(),
                        settings.listen().link().pullLinger(),
                        settings.place().hasOthers()
                                ? new LinkLog(settings.place().origins(), clock)
                                : LinkNews.NONE);
        this.server =
                new NodeServer(
                        settings.mediaNode(),
                        clock,
                        random,
                        (own, introducer) -> {
                            hellos = new OriginHellos(own, registry, introducer);
                            return hellos;
                        },
                        bridge,
                        host);
        server.name(name());
        this.watch = new OriginWatch(name(), clock, server, registry, directory, peers, hellos);
        this.site = new OriginSite(watch, server, linkServer);
        this.admin =
                new AdminServer(site, AdminParameters.of(settings.admin().access()), clock::nanos);
    }

    private static RegistrySettings registrySettings(OriginSettings settings) {
        RegistrySettings usual = RegistrySettings.DEFAULT;
        boolean waits = settings.listen().expectEdges() > 0;
        return new RegistrySettings(
                settings.listen().link().suspectAfter().toNanos(),
                usual.inUse(),
                waits ? settings.listen().gracePeriod().toNanos() : 0,
                usual.requireProbe(),
                settings.redirect().crossFamily());
    }

    private static EdgeChoice choice(org.altocumulus.origin.ops.RedirectSettings redirect) {
        double limit = redirect.loadLimit() == 0 ? LeastClients.NO_LIMIT : redirect.loadLimit();
        return switch (redirect.policy()) {
            case LEAST_CLIENTS -> new LeastClients(limit);
            case WEIGHTED -> new Weighted(limit);
            case BOUNDED_HASH -> new BoundedHash(redirect.bound());
        };
    }

    private String name() {
        String configured = settings.mediaNode().node().id();
        if (!configured.isEmpty() || !settings.place().hasOthers()) {
            return configured.isEmpty() ? DEFAULT_NAME : configured;
        }
        // Each of several origins needs a name of its own.
        String self = settings.place().origins().get(settings.place().self()).toString();
        String name = DEFAULT_NAME + '-' + self.replaceAll("[^0-9A-Za-z.]", "-");
        return name.substring(0, Math.min(name.length(), MAX_NAME));
    }

    /** The media node for clients that no edge takes. */
    public NodeServer server() {
        return server;
    }

    /** Where edges dial, once started. */
    public InetSocketAddress linkAddress() {
        return linkServer.address();
    }

    /** Where operators ask, once started. */
    public InetSocketAddress adminAddress() {
        return admin.address();
    }

    /** Bytes of media that the origin has sent to edges. Any thread may ask. */
    public long relayedBytes() {
        return hub.relayedBytes();
    }

    /** What the origin knows of itself and of the cluster. */
    public OriginWatch watch() {
        return watch;
    }

    /**
     * Binds everything, then takes edges and clients.
     *
     * @throws IOException that names the address, if one cannot be bound
     */
    public void start() throws IOException {
        server.bind();
        List<InetSocketAddress> advertised = advertised();
        hellos.redirector(redirector(advertised));
        ListenSettings listen = settings.listen();
        LinkSecurity security = LinkParameters.security(listen.link(), random);
        NodeIdentity identity = LinkParameters.identity(name(), random);
        LinkTiming timing =
                LinkParameters.timing(
                        listen.link(), settings.place().retryMin(), settings.place().retryMax());
        MediaQueueLimits queue = LinkParameters.queue(listen.link());
        LinkEvents events = new LinkEvents(server.node(), linkServer, registry, name());
        OriginLinks links =
                new OriginLinks(
                        new OriginLinkSettings(identity, timing, queue, registered(advertised)),
                        security,
                        registry,
                        directory,
                        peers,
                        hub,
                        events);
        events.links(links);
        site.links(links);
        if (settings.redirect().forward().enabled()) {
            hellos.forwarding(
                    new HelloForwarding(linkServer, links, settings.redirect().forward(), random));
        }
        local =
                new LocalLink(
                        linkServer,
                        links,
                        settings.place(),
                        new EdgeLinkSettings(identity, registration(advertised), timing, queue),
                        security,
                        random,
                        server::clients,
                        bridge);
        SuspectWatch suspects = new SuspectWatch(registry, events, linkServer.now());
        linkServer.start(listen.listen(), links, turns(local, suspects));
        admin.start(settings.admin().bind());
        bridge.link(local);
        bridge.peers(server.clusterPeers());
        local.start();
        server.node().start();
        watch.started();
    }

    /**
     * An origin by itself can do without: clients know where they found it. Other origins have to
     * know it by an address that is its own.
     */
    private List<InetSocketAddress> advertised() throws IOException {
        List<InetSocketAddress> advertised = server.advertised();
        if (settings.place().hasOthers()) {
            return AdvertisedAddresses.require(advertised);
        }
        if (advertised.isEmpty()) {
            LOG.warn(
                    "no address that clients could be told: full and draining edges cannot send"
                            + " them here, and a redirect does not list this origin; name one with"
                            + " --advertise HOST:PORT");
        }
        return advertised;
    }

    private static LinkServer.Turns turns(LocalLink local, SuspectWatch suspects) {
        return new LinkServer.Turns() {
            @Override
            public void turn(long now) {
                suspects.check(now);
                local.turn(now);
            }

            @Override
            public long delay(long now) {
                return Math.min(local.delay(now), suspects.delay(now));
            }
        };
    }

    private Redirector redirector(List<InetSocketAddress> advertised) {
        return new Redirector(
                new RedirectSettings(
                        settings.redirect().attemptsBeforeFallback(),
                        settings.redirect().includeSelf(),
                        advertised,
                        settings.redirect().policy() == Policy.BOUNDED_HASH),
                new HelloCounter(
                        settings.redirect().tableSize(), random.nextLong(), random.nextLong()),
                registry);
    }

    /** The addresses name the node in the registry; nobody is sent there by it. */
    private Registration registration(List<InetSocketAddress> advertised) {
        List<InetSocketAddress> addresses = advertised;
        if (addresses.isEmpty()) {
            int port = server.node().boundAddresses().get(0).getPort();
            addresses = List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        return new Registration(
                registered(addresses), 0, server.certificate().fingerprint().bytes());
    }

    /** As many as the link tells. */
    private static List<InetSocketAddress> registered(List<InetSocketAddress> addresses) {
        return addresses.subList(0, Math.min(addresses.size(), Registration.MAX_ADDRESSES));
    }

    /** Tells the edges that the origin stops, and closes the sessions of its clients. */
    public void stop() throws InterruptedException {
        watch.stopping();
        if (local != null) {
            local.close();
        }
        linkServer.close();
        server.node().stop();
        admin.close();
    }
}
