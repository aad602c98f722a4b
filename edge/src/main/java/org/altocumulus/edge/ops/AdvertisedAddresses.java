package org.altocumulus.edge.ops;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Which addresses clients are told. Those written in the configuration are taken as they are;
 * otherwise they follow from the bound ones, and addresses that are the same on every machine
 * (loopback, link-local, the usual bridge of Docker) are left out unless bound by name.
 */
public final class AdvertisedAddresses {
    private AdvertisedAddresses() {}

    /**
     * Chooses the addresses.
     *
     * @param configured {@link NodeSettings#advertise()}
     * @param bound the addresses of the open sockets, with their ports
     * @param host addresses of the host, from {@link #ofHost()}
     * @return without repetition; empty if there is no address that others could use
     */
    public static List<InetSocketAddress> choose(
            List<InetSocketAddress> configured,
            List<InetSocketAddress> bound,
            Collection<InetAddress> host) {
        if (!configured.isEmpty()) {
            return configured;
        }
        Set<InetSocketAddress> chosen = new LinkedHashSet<>();
        for (InetSocketAddress socket : bound) {
            if (!socket.getAddress().isAnyLocalAddress()) {
                chosen.add(unscoped(socket.getAddress(), socket.getPort()));
                continue;
            }
            boolean inet4Only = socket.getAddress() instanceof Inet4Address;
            for (InetAddress address : host) {
                if (isUsableElsewhere(address) && (!inet4Only || address instanceof Inet4Address)) {
                    chosen.add(unscoped(address, socket.getPort()));
                }
            }
        }
        return List.copyOf(chosen);
    }

    /**
     * Of the addresses that clients are told because all addresses of the host are bound, those
     * that only a network of their own can reach (RFC 1918, RFC 6598, RFC 4193): an operator may
     * not know that the public is told them.
     *
     * @return without their ports
     */
    public static List<String> onlyInside(
            List<InetSocketAddress> configured,
            List<InetSocketAddress> bound,
            Collection<InetAddress> host) {
        List<InetSocketAddress> wildcards =
                bound.stream().filter(socket -> socket.getAddress().isAnyLocalAddress()).toList();
        return !configured.isEmpty()
                ? List.of()
                : choose(List.of(), wildcards, host).stream()
                        .map(InetSocketAddress::getAddress)
                        .filter(AdvertisedAddresses::isInside)
                        .map(InetAddress::getHostAddress)
                        .distinct()
                        .toList();
    }

    /**
     * Those of the addresses in the configuration whose port is none that is bound here: right
     * behind NAT or a proxy that maps the port, else the mistake by which an edge gets no clients.
     */
    public static List<String> otherPorts(
            List<InetSocketAddress> configured, List<InetSocketAddress> bound) {
        Set<Integer> ports =
                bound.stream().map(InetSocketAddress::getPort).collect(Collectors.toSet());
        return configured.stream()
                .filter(address -> !ports.contains(address.getPort()))
                .map(HostPort::format)
                .toList();
    }

    private static boolean isInside(InetAddress address) {
        byte[] ip = address.getAddress();
        boolean shared = ip.length == 4 && ip[0] == 100 && (ip[1] & 0xc0) == 64;
        boolean unique = ip.length == 16 && (ip[0] & 0xfe) == 0xfc;
        return address.isSiteLocalAddress() || shared || unique;
    }

    /**
     * The addresses, if there are any.
     *
     * @throws IOException that says what to do, if there are none: made-up ones would lead nobody
     *     anywhere, or to somebody else
     */
    public static List<InetSocketAddress> require(List<InetSocketAddress> chosen)
            throws IOException {
        if (chosen.isEmpty()) {
            throw new IOException(
                    "no address that clients could use: name one with --advertise HOST:PORT");
        }
        return chosen;
    }

    /** The addresses of the network interfaces that are up. */
    public static List<InetAddress> ofHost() throws SocketException {
        Set<InetAddress> addresses = new LinkedHashSet<>();
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            if (network.isUp()) {
                network.inetAddresses().forEach(addresses::add);
            }
        }
        return List.copyOf(addresses);
    }

    /**
     * The zone of an IPv6 address names a network interface of this machine; nobody else has it.
     */
    private static InetSocketAddress unscoped(InetAddress address, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address.getAddress()), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("the bytes of an address are one", e);
        }
    }

    private static boolean isUsableElsewhere(InetAddress address) {
        byte[] ip = address.getAddress();
        boolean dockerBridge = ip.length == 4 && (ip[0] & 0xff) == 172 && ip[1] == 17;
        return !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isAnyLocalAddress()
                && !dockerBridge;
    }
}
