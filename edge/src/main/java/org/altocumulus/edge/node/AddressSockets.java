package org.altocumulus.edge.node;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which addresses of a host get a socket of their own beside one that is bound to all. Answers have
 * to leave from the address that was asked, or clients ignore them. Netty cannot say so for each
 * datagram (IP_PKTINFO), and the kernel takes an address by the route back; but a socket that is
 * bound to an address sends from it, and gets what is sent to it before one for all does.
 */
final class AddressSockets {
    /** Hosts with more, such as those of container platforms, have them for other purposes. */
    static final int MOST = 32;

    private AddressSockets() {}

    /**
     * Those addresses: of each family of which the host has several that others can use.
     *
     * @param bound what the socket for all is bound to; with another address there is none
     * @param host the addresses of the host's interfaces
     */
    static List<InetAddress> beside(InetAddress bound, Collection<InetAddress> host) {
        if (!bound.isAnyLocalAddress()) {
            return List.of();
        }
        List<InetAddress> beside = new ArrayList<>(several(host, true));
        if (!(bound instanceof Inet4Address)) {
            beside.addAll(several(host, false));
        }
        return List.copyOf(beside);
    }

    private static Collection<InetAddress> several(Collection<InetAddress> host, boolean inet4) {
        Set<InetAddress> addresses = new LinkedHashSet<>();
        for (InetAddress address : host) {
            if (address instanceof Inet4Address == inet4
                    && !address.isLoopbackAddress()
                    && !address.isLinkLocalAddress()
                    && !address.isAnyLocalAddress()
                    && !address.isMulticastAddress()) {
                addresses.add(unscoped(address));
            }
        }
        return addresses.size() < 2 ? List.of() : addresses;
    }

    private static InetAddress unscoped(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException e) {
            throw new AssertionError("the bytes of an address are one", e);
        }
    }
}
