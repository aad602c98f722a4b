package org.altocumulus.edge.node;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once if the first clients all come from one address of 172.16.0.0/12, each from another
 * port: a proxy of a container host stands in front, and clients cannot be introduced by the
 * addresses that are seen. Any thread; all that happens after the first few clients is one read.
 */
final class SharedAddressWarning {
    private static final Logger LOG = LoggerFactory.getLogger(SharedAddressWarning.class);
    private static final int FIRST_CLIENTS = 8;

    private volatile boolean decided;
    private InetSocketAddress last;
    private int ports;

    /** A client has come; true if that was the moment to warn. */
    boolean joined(InetSocketAddress client) {
        return !decided && decide(client);
    }

    private synchronized boolean decide(InetSocketAddress client) {
        boolean shared = last == null || last.getAddress().equals(client.getAddress());
        if (decided || !shared || !isOfContainers(client.getAddress())) {
            decided = true;
            return false;
        }
        ports += client.equals(last) ? 0 : 1;
        last = client;
        if (ports < FIRST_CLIENTS) {
            return false;
        }
        decided = true;
        LOG.warn(
                "the first {} clients all come from {}: a proxy seems to hide their addresses, and"
                        + " clients cannot be introduced to each other; use the host's network",
                ports,
                HostPort.format(client.getAddress()));
        return true;
    }

    private static boolean isOfContainers(InetAddress address) {
        byte[] ip = address.getAddress();
        return ip.length == 4 && (ip[0] & 0xff) == 172 && (ip[1] & 0xf0) == 16;
    }
}
