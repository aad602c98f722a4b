package org.altocumulus.relay;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;

/**
 * What a relay is and does.
 *
 * @param listen where clients come, port 0 takes a free one; with {@code target} a loopback address
 *     unless the process is in a network namespace of a test
 * @param target where their datagrams go
 * @param toTarget what happens to datagrams of clients, all of which share the path
 * @param toClients what happens to datagrams of the target
 * @param seed of all decisions
 * @param rebindAfter times after the first datagram of each client at which it moves
 */
public record RelaySettings(
        InetSocketAddress listen,
        InetSocketAddress target,
        LinkConditions toTarget,
        LinkConditions toClients,
        long seed,
        List<Duration> rebindAfter) {
    /** What addresses of the hosts begin with that tests make as network namespaces. */
    public static final String TEST_NETWORK = "10.91.";

    /** Refuses to leave this machine. */
    public RelaySettings {
        boolean loopback =
                listen.getAddress().isLoopbackAddress() && target.getAddress().isLoopbackAddress();
        if (!loopback && !isInNamespaceOfATest()) {
            throw new IllegalArgumentException(
                    listen + " to " + target + ": expected loopback addresses");
        }
        rebindAfter = List.copyOf(rebindAfter);
    }

    /** Whether this process has no network but that of hosts which a test has made. */
    private static boolean isInNamespaceOfATest() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(ip -> !ip.isLoopbackAddress() && !ip.isLinkLocalAddress())
                    .allMatch(ip -> ip.getHostAddress().startsWith(TEST_NETWORK));
        } catch (SocketException e) {
            return false;
        }
    }

    /** A relay on a free port of 127.0.0.1 that does the same in both directions. */
    public static RelaySettings before(
            InetSocketAddress target, LinkConditions conditions, long seed) {
        return new RelaySettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                target,
                conditions,
                conditions,
                seed,
                List.of());
    }
}
