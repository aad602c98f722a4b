package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.PeerAddresses;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers hellos for the peer ids of clients (RFC 7016 §3.5.1.6). A hello makes packets leave for
 * its source, which may be forged, and for the peer: so each source may send a hundred a second, in
 * bursts of five hundred, as many clients may come from one address. Any thread.
 */
public final class Introducer {
    private static final Logger LOG = LoggerFactory.getLogger(Introducer.class);
    private static final HelloAnswer UNKNOWN = new HelloAnswer.Ignore(Discard.UNKNOWN_PEER);
    private static final HelloAnswer LIMITED = new HelloAnswer.Ignore(Discard.PEER_HELLOS_LIMITED);
    private static final long INTERVAL = MILLISECONDS.toNanos(10);
    private static final int BURST = 500;

    private final PeerDirectory directory;
    private final SourceLimiter limiter;
    private final Optional<InetAddress> publicAddress;

    /**
     * @param advertised the configured addresses of this node. If one is a public IPv4 address, a
     *     client that is seen with a private one is behind the same NAT, and is known by that
     *     address outside.
     */
    public Introducer(
            PeerDirectory directory,
            SecureRandom random,
            Collection<InetSocketAddress> advertised) {
        this.directory = directory;
        this.limiter = new SourceLimiter(random, INTERVAL, BURST);
        this.publicAddress =
                advertised.stream()
                        .map(InetSocketAddress::getAddress)
                        .filter(ip -> ip instanceof Inet4Address && !isInside(ip))
                        .findFirst();
    }

    /** The answer to a hello for a peer id that is not this node's own. */
    public HelloAnswer answer(long now, Fingerprint peerId, InetSocketAddress asker) {
        if (!limiter.admits(asker.getAddress(), now)) {
            return LIMITED;
        }
        return directory
                .find(peerId)
                .<HelloAnswer>map(peer -> introduce(peer, asker))
                .orElse(UNKNOWN);
    }

    private HelloAnswer introduce(PeerDirectory.Peer peer, InetSocketAddress asker) {
        List<Address> addresses = peer.addresses();
        InetSocketAddress reflexive = addresses.get(0).socket();
        LOG.debug("{} asks for {}", HostPort.format(asker), HostPort.format(reflexive));
        Address reply = new Address(AddressOrigin.REFLEXIVE, asSeenFrom(reflexive, asker));
        InetSocketAddress outside = asSeenFrom(asker, reflexive);
        if (outside.equals(reflexive)) {
            return new HelloAnswer.Introduce(addresses, reply, peer);
        }
        List<Address> all = new ArrayList<>();
        all.add(new Address(AddressOrigin.REFLEXIVE, outside));
        all.addAll(addresses.subList(0, Math.min(addresses.size(), PeerAddresses.MAX_REPORTED)));
        return new HelloAnswer.Introduce(List.copyOf(all), reply, peer);
    }

    /**
     * Where {@code viewer} can reach {@code client}. NATs keep the port where they can, and nobody
     * here can know it where they do not.
     */
    private InetSocketAddress asSeenFrom(InetSocketAddress viewer, InetSocketAddress client) {
        if (!isInside(client.getAddress()) || isInside(viewer.getAddress())) {
            return client;
        }
        return publicAddress.map(ip -> new InetSocketAddress(ip, client.getPort())).orElse(client);
    }

    private static boolean isInside(InetAddress ip) {
        return ip instanceof Inet4Address
                && (ip.isSiteLocalAddress() || ip.isLoopbackAddress() || ip.isLinkLocalAddress());
    }
}
