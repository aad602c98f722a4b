package org.altocumulus.protocol.sim;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * A NAT in front of one endpoint. It lets nothing in from an address to which nothing went out, as
 * most do (RFC 4787, address- and port-dependent filtering).
 */
public final class SimNat {
    private final InetSocketAddress inside;
    private final InetAddress outside;
    private final boolean portForEach;
    private final Map<InetSocketAddress, InetSocketAddress> mappings = new HashMap<>();
    private final int firstPort;

    /**
     * @param portForEach whether each destination sees another port (a "symmetric" NAT)
     */
    public SimNat(InetSocketAddress inside, InetSocketAddress outside, boolean portForEach) {
        this.inside = inside;
        this.outside = outside.getAddress();
        this.firstPort = outside.getPort();
        this.portForEach = portForEach;
    }

    InetSocketAddress inside() {
        return inside;
    }

    boolean has(InetAddress address) {
        return outside.equals(address);
    }

    /** Where a datagram to {@code to} seems to come from. */
    InetSocketAddress out(InetSocketAddress to) {
        int port = portForEach ? firstPort + mappings.size() : firstPort;
        return mappings.computeIfAbsent(to, t -> new InetSocketAddress(outside, port));
    }

    /** Whether a datagram may come in. */
    boolean admits(InetSocketAddress from, InetSocketAddress to) {
        return to.equals(mappings.get(from));
    }
}
