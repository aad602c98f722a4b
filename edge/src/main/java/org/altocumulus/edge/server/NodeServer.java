package org.altocumulus.edge.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.altocumulus.edge.hook.HttpHooks;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.netconnection.AccessPolicy;
import org.altocumulus.edge.netconnection.Application;
import org.altocumulus.edge.netconnection.ApplicationSettings;
import org.altocumulus.edge.node.Introducer;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.edge.node.NodePeers;
import org.altocumulus.edge.node.Responding;
import org.altocumulus.edge.ops.AdvertisedAddresses;
import org.altocumulus.edge.ops.HostAddresses;
import org.altocumulus.edge.ops.MediaNodeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyPool;
import org.altocumulus.protocol.crypto.KeyPoolParameters;
import org.altocumulus.protocol.session.HelloPolicy;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A media node with its application: what serves clients, at an edge and at an origin alike. Its
 * methods may be called from any thread but its loops.
 */
public final class NodeServer {
    private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);
    private static final int COOKIE_SECRET = 32;

    private final MediaNodeSettings settings;
    private final HostAddresses host;
    private final Identity identity;
    private final MediaNode node;
    private final NodePeers peers;
    private final Application application;
    private volatile String name;
    private final ClusterPeers clusterPeers;

    /**
     * Puts the node together without binding anything.
     *
     * @param policy makes what decides on hellos, for the node's certificate, and with what
     *     introduces its clients
     * @param cluster the way to the rest of the cluster
     * @param host what a wildcard among the bound addresses stands for
     * @throws SettingsException if the key file cannot be used
     */
    public NodeServer(
            MediaNodeSettings settings,
            NodeClock clock,
            SecureRandom random,
            BiFunction<Certificate, Introducer, HelloPolicy> policy,
            ClusterPort cluster,
            HostAddresses host)
            throws SettingsException {
        this.settings = settings;
        this.host = host;
        this.name = settings.node().id();
        this.identity = identity(settings, clock, random);
        byte[] secret = new byte[COOKIE_SECRET];
        random.nextBytes(secret);
        long cookieLifetime = settings.crypto().cookieLifetime().toMillis();
        Responding responding =
                new Responding(
                        identity,
                        Parameters.keying(settings.crypto()),
                        () -> new CookieFactory(secret, cookieLifetime));
        Users users = new Users();
        this.peers = new NodePeers();
        this.clusterPeers = new ClusterPeers(peers, random, settings.node().advertise());
        this.node =
                new MediaNode(
                        Parameters.node(settings),
                        clock,
                        random,
                        responding,
                        policy.apply(identity.certificate(), clusterPeers.introducer()),
                        users::listen,
                        peers);
        List<Loop> loops = node.loops().stream().map(NodeServer::loop).toList();
        this.application =
                new Application(
                        ApplicationSettings.of(settings.media(), settings.session()),
                        loops,
                        cluster,
                        access(clock));
        users.application = application;
    }

    private static Identity identity(
            MediaNodeSettings settings, NodeClock clock, SecureRandom random)
            throws SettingsException {
        List<DhGroup> groups = Parameters.groups(settings.crypto());
        Identity identity = Identities.of(settings.identity().keyFile(), groups, random);
        if (identity.certificate().isStatic()) {
            return identity;
        }
        KeyPoolParameters pool = Parameters.keyPool(settings.node().keyExchange());
        return identity.drawingFrom(new KeyPool(groups, pool, random, clock::nanos));
    }

    private AccessPolicy access(NodeClock clock) {
        return settings.hooks().areNone()
                ? AccessPolicy.OPEN
                : new HttpHooks(settings.hooks(), () -> name, clock::nanos);
    }

    /** The application is made from the loops, which are made knowing who uses their sessions. */
    private static final class Users {
        private Application application;

        SessionListener listen(NodeLoop loop) {
            return application.newConnection(loop.index());
        }
    }

    private static Loop loop(NodeLoop loop) {
        return new Loop() {
            @Override
            public int index() {
                return loop.index();
            }

            @Override
            public boolean isCurrent() {
                return loop.isCurrent();
            }

            @Override
            public void execute(Runnable task) {
                loop.execute(task);
            }

            @Override
            public void executeAfter(long nanos, Runnable task) {
                loop.executeAfter(TimeUnit.NANOSECONDS.toMillis(nanos), task);
            }

            @Override
            public long now() {
                return loop.now();
            }
        };
    }

    /** What the node is called; {@code node.id} until then. */
    public void name(String given) {
        name = given;
    }

    /**
     * Clients, as the cluster counts them: open sessions, without those that were refused. Where a
     * hook decides on connects, only those that it has let in.
     */
    public int clients() {
        if (settings.hooks().connect().isPresent()) {
            return (int) application.stats().connections();
        }
        return (int) Math.max(0, node.sessions() - application.rejected());
    }

    /** The sockets and sessions. */
    public MediaNode node() {
        return node;
    }

    /** The connections and streams. */
    public Application application() {
        return application;
    }

    /** The clients by their peer ids. */
    public NodePeers peers() {
        return peers;
    }

    /** The clients by their peer ids, as the rest of the cluster sees them. */
    public ClusterPeers clusterPeers() {
        return clusterPeers;
    }

    /** What clients see of this node's identity. */
    public Certificate certificate() {
        return identity.certificate();
    }

    /**
     * Binds the sockets of the node.
     *
     * @throws IOException that names the address, if one cannot be bound
     */
    public void bind() throws IOException {
        node.bind(host.list());
        List<String> inside =
                AdvertisedAddresses.onlyInside(
                        settings.node().advertise(), node.boundAddresses(), host.list());
        if (!inside.isEmpty()) {
            LOG.warn(
                    "all addresses of this host are bound (node.bind), so clients are told {},"
                        + " which is private: clients elsewhere cannot reach it; set node.advertise"
                        + " to the address that they use",
                    String.join(", ", inside));
        }
        List<String> mapped =
                AdvertisedAddresses.otherPorts(settings.node().advertise(), node.boundAddresses());
        if (!mapped.isEmpty()) {
            LOG.info(
                    "clients are told UDP {}, and this node listens at UDP {}: right only if NAT or"
                            + " a proxy maps the port (node.advertise, node.bind)",
                    String.join(", ", mapped),
                    node.boundAddresses().stream()
                            .map(HostPort::format)
                            .collect(Collectors.joining(", ")));
        }
    }

    /** The addresses that clients are told; known once the node is started. */
    public List<InetSocketAddress> advertised() throws IOException {
        return AdvertisedAddresses.choose(
                settings.node().advertise(), node.boundAddresses(), host.list());
    }
}
