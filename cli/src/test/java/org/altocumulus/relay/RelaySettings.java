package org.altocumulus.relay;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * What a relay is and does.
 *
 * @param listen where clients come; a loopback address, port 0 takes a free one
 * @param target where their datagrams go; a loopback address
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
    /** Refuses to leave this machine. */
    public RelaySettings {
        if (!listen.getAddress().isLoopbackAddress() || !target.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    listen + " to " + target + ": expected loopback addresses");
        }
        rebindAfter = List.copyOf(rebindAfter);
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
