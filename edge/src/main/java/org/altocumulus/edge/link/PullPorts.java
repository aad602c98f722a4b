package org.altocumulus.edge.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.edge.tcp.LinkTls;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where other edges pull streams from this one: at one configured TCP address, or at any free port
 * of each local address that the links to the origins have. The address of a link is the one that
 * the other edges of its origin most likely reach, and as private as the link itself.
 *
 * <p>But for the construction and {@link #first}, used on the thread of the links.
 */
public final class PullPorts {
    private static final Logger LOG = LoggerFactory.getLogger(PullPorts.class);

    private final LinkLoop loop;
    private final Optional<LinkTls> tls;
    private final boolean loopbackOnly;

    /** The configured one, or null. */
    private final PullPort pinned;

    /** What is told of the configured one, or null. */
    private final InetSocketAddress told;

    private final Map<InetAddress, PullPort> ports = new HashMap<>();
    private final Map<Integer, PullPort> used = new HashMap<>();
    private Supplier<LinkHost> hosts;
    private boolean warned;
    private volatile InetSocketAddress first;

    private PullPorts(
            LinkLoop loop,
            Optional<LinkTls> tls,
            boolean loopbackOnly,
            PullPort pinned,
            InetSocketAddress told) {
        this.loop = loop;
        this.tls = tls;
        this.loopbackOnly = loopbackOnly;
        this.pinned = pinned;
        this.told = told;
    }

    /**
     * One address for all, which is bound now.
     *
     * @param tls below the connections, if wanted
     * @param advertise what other edges are told, or null for the address itself
     * @throws IOException that names the address, if it cannot be bound
     */
    public static PullPorts pinned(
            LinkLoop loop,
            InetSocketAddress address,
            InetSocketAddress advertise,
            Optional<LinkTls> tls)
            throws IOException {
        PullPort port = new PullPort(loop, address, tls);
        port.await();
        InetSocketAddress told = advertise == null ? port.address() : advertise;
        PullPorts ports = new PullPorts(loop, tls, false, port, told);
        ports.first = port.address();
        return ports;
    }

    /**
     * Addresses that are bound when the links have connected.
     *
     * @param tls below the connections, if wanted
     * @param loopbackOnly whether no other address may be bound
     */
    public static PullPorts chosen(LinkLoop loop, Optional<LinkTls> tls, boolean loopbackOnly) {
        return new PullPorts(loop, tls, loopbackOnly, null, null);
    }

    /** The first that was bound, if any is. May be asked from any thread. */
    public Optional<InetSocketAddress> first() {
        return Optional.ofNullable(first);
    }

    /** Gives connections to those hosts from now on. */
    void open(Supplier<LinkHost> newHosts) {
        hosts = newHosts;
        if (pinned != null) {
            pinned.open(newHosts);
        }
    }

    /**
     * A link has connected.
     *
     * @param origin its place in the list
     * @param near its local address
     * @param then gets what other edges are told by that origin, or null for nothing; before
     *     anything else is read from the link
     */
    void connected(int origin, InetSocketAddress near, Consumer<InetSocketAddress> then) {
        if (pinned != null) {
            then.accept(told);
            return;
        }
        InetAddress address = near.getAddress();
        if (address.isLinkLocalAddress() || (loopbackOnly && !address.isLoopbackAddress())) {
            // The first means nothing on another host; the link itself refuses the second.
            then.accept(null);
            return;
        }
        PullPort port = ports.get(address);
        if (port == null || port.hasFailed()) {
            port = new PullPort(loop, new InetSocketAddress(address, 0), tls);
            ports.put(address, port);
            PullPort made = port;
            port.whenBound(() -> bound(made));
        }
        used.put(origin, port);
        closeUnused();
        PullPort chosen = port;
        port.whenBound(() -> then.accept(chosen.isBound() ? chosen.address() : null));
    }

    private void bound(PullPort port) {
        if (port.isBound()) {
            LOG.info("other edges pull streams at TCP {}", HostPort.format(port.address()));
            port.open(hosts);
            first = first == null ? port.address() : first;
        } else if (!warned) {
            warned = true;
            LOG.warn("{}; streams go through the origin", port.problem());
        }
    }

    private void closeUnused() {
        ports.values()
                .removeIf(
                        port -> {
                            boolean unused = !used.containsValue(port);
                            if (unused) {
                                port.close();
                            }
                            return unused;
                        });
    }
}
