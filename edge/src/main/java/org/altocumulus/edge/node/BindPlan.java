package org.altocumulus.edge.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Which addresses are bound on this host. A socket for all IPv6 addresses takes all IPv4 ones as
 * well where the host has both; where it has no IPv6, it is one for IPv4 alone.
 *
 * @param addresses to be bound, in the order in which they were asked for
 * @param warning what to tell the operator, once; empty if all is as it was asked for
 */
record BindPlan(List<InetSocketAddress> addresses, String warning) {
    static final InetAddress ANY = wildcard(16);
    static final InetAddress ANY_IPV4 = wildcard(4);

    /** The plan for those addresses. One IPv6 address by name stays, and will fail without IPv6. */
    static BindPlan of(List<InetSocketAddress> wanted, boolean hostHasIpv6) {
        return hostHasIpv6 ? dual(wanted) : ipv4Only(wanted);
    }

    private static BindPlan dual(List<InetSocketAddress> wanted) {
        List<InetSocketAddress> addresses = new ArrayList<>(new LinkedHashSet<>(wanted));
        addresses.removeIf(
                address ->
                        address.getAddress().equals(ANY_IPV4)
                                && address.getPort() != 0
                                && wanted.contains(with(ANY, address)));
        return new BindPlan(List.copyOf(addresses), "");
    }

    private static BindPlan ipv4Only(List<InetSocketAddress> wanted) {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>();
        List<String> replaced = new ArrayList<>();
        for (InetSocketAddress address : wanted) {
            if (address.getAddress().equals(ANY)) {
                replaced.add(HostPort.format(address));
                addresses.add(with(ANY_IPV4, address));
            } else {
                addresses.add(address);
            }
        }
        String warning =
                replaced.isEmpty()
                        ? ""
                        : "this host has no IPv6: UDP "
                                + String.join(", ", replaced)
                                + " is bound for IPv4 alone";
        return new BindPlan(List.copyOf(addresses), warning);
    }

    private static InetSocketAddress with(InetAddress ip, InetSocketAddress address) {
        return new InetSocketAddress(ip, address.getPort());
    }

    /** Whether sockets for IPv6 can be opened on this host, by this process. */
    static boolean hostHasIpv6() {
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET6)) {
            return channel.isOpen();
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static InetAddress wildcard(int bytes) {
        try {
            return InetAddress.getByAddress(new byte[bytes]);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 and 16 bytes are addresses", e);
        }
    }
}
