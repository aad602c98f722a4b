package org.altocumulus.origin.daemon;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import org.altocumulus.edge.node.RateLimit;
import org.altocumulus.origin.link.LinkServer;
import org.altocumulus.origin.link.OriginLinks;
import org.altocumulus.origin.ops.ForwardSettings;
import org.altocumulus.protocol.cluster.ForwardedHello;

/**
 * Passes redirected hellos on to the best edge (RFC 7016 §3.5.1.5), from the loops to the thread of
 * the links. A hello's source may be forged and gets one datagram more by it, so both the hellos of
 * a source and all of them are limited.
 */
final class HelloForwarding {
    private final LinkServer server;
    private final OriginLinks links;
    private final RateLimit limit;

    HelloForwarding(
            LinkServer server, OriginLinks links, ForwardSettings settings, SecureRandom random) {
        this.server = server;
        this.links = links;
        this.limit = new RateLimit(random, settings.perSource(), settings.inAll());
    }

    /**
     * Passes one on, if the limits let it.
     *
     * @param tag copied if it is kept
     */
    void forward(long now, String edge, byte[] tag, byte[] discriminator, InetSocketAddress from) {
        if (ForwardedHello.fits(tag, discriminator) && limit.admits(from.getAddress(), now)) {
            ForwardedHello hello = new ForwardedHello(tag.clone(), from, discriminator);
            server.execute(later -> links.forwardHello(edge, hello, later));
        }
    }
}
