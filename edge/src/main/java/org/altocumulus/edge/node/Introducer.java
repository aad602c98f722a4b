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
import org.altocumulus.edge.loop.TokenBucket;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
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
    private static final HelloAnswer OWN = new HelloAnswer.Ignore(Discard.OWN_PEER_ID);
    private static final HelloAnswer LIMITED = new HelloAnswer.Ignore(Discard.PEER_HELLOS_LIMITED);
    private static final long INTERVAL = MILLISECONDS.toNanos(10);
    private static final int BURST = 500;

    /** Other nodes are asked a thousand times a second, two thousand at once. */
    private static final long REMOTE_INTERVAL = MILLISECONDS.toNanos(1);

    private static final int REMOTE_BURST = 2000;

    private final PeerDirectory directory;
    private final RemotePeers remote;
    private final SourceLimiter limiter;

    /** From however many sources hellos come, others are not flooded. Guarded by itself. */
    private final TokenBucket remoteLimiter = new TokenBucket(REMOTE_INTERVAL, REMOTE_BURST);

    private final Optional<InetAddress> publicAddress;

    /** As the other constructor, for a node that is alone. */
    public Introducer(
            PeerDirectory directory,
            SecureRandom random,
            Collection<InetSocketAddress> advertised) {
        this(directory, RemotePeers.NONE, random, advertised);
    }

    /**
     * An introducer of the clients of this node, and through {@code remote} of those of others.
     *
     * @param advertised the configured addresses of this node. If one is a public IPv4 address, a
     *     client that is seen with a private one is behind the same NAT, and is known by that
     *     address outside.
     */
    public Introducer(
            PeerDirectory directory,
            RemotePeers remote,
            SecureRandom random,
            Collection<InetSocketAddress> advertised) {
        this.directory = directory;
        this.remote = remote;
        this.limiter = new SourceLimiter(random, INTERVAL, BURST);
        this.publicAddress =
                advertised.stream()
                        .map(InetSocketAddress::getAddress)
                        .filter(ip -> ip instanceof Inet4Address && !isInside(ip))
                        .findFirst();
    }

    /**
     * The answer to a hello for a peer id that is not this node's own.
     *
     * @param tag of the hello; copied if it is kept
     */
    public HelloAnswer answer(long now, Fingerprint peerId, byte[] tag, InetSocketAddress asker) {
        if (!limiter.admits(asker.getAddress(), now)) {
            return LIMITED;
        }
        return directory
                .find(peerId)
                .map(peer -> isAt(peer, asker) ? OWN : introduce(peer, asker, publicAddress))
                .orElseGet(() -> askOthers(now, peerId, tag, asker));
    }

    private HelloAnswer askOthers(
            long now, Fingerprint peerId, byte[] tag, InetSocketAddress asker) {
        if (remote == RemotePeers.NONE) {
            return UNKNOWN;
        }
        synchronized (remoteLimiter) {
            if (!remoteLimiter.admits(now)) {
                return LIMITED;
            }
        }
        Optional<InetAddress> behind =
                isInside(asker.getAddress()) ? publicAddress : Optional.empty();
        byte[] kept = tag.clone();
        return new HelloAnswer.Later(
                answer -> remote.introduce(peerId, asker, behind, kept, answer));
    }

    /**
     * Tells a client of this node of somebody who has said hello for it at another node.
     *
     * @param behind the public address of the NAT that the asker is behind, if its node knows it
     * @param tag of the hello, shared from now on
     * @return the addresses of the client, the one at which it is seen first; none if it is not
     *     here, or asks for itself
     */
    public List<Address> introduce(
            Fingerprint peerId, InetSocketAddress asker, Optional<InetAddress> behind, byte[] tag) {
        PeerDirectory.Peer peer = directory.find(peerId).orElse(null);
        if (peer == null || isAt(peer, asker)) {
            return List.of();
        }
        HelloAnswer.Introduce told = introduce(peer, asker, behind);
        byte[] discriminator = EndpointDiscriminator.ofFingerprint(peerId).encoded();
        peer.forward(new FIHello(discriminator, told.replyAddress(), tag));
        return told.destinations();
    }

    /** Whether who asks is that peer itself: a client would begin to open itself. */
    private static boolean isAt(PeerDirectory.Peer peer, InetSocketAddress asker) {
        return peer.addresses().get(0).socket().equals(asker);
    }

    /**
     * @param behind the NAT that the asker is behind, if it is behind one
     */
    private HelloAnswer.Introduce introduce(
            PeerDirectory.Peer peer, InetSocketAddress asker, Optional<InetAddress> behind) {
        List<Address> addresses = peer.addresses();
        InetSocketAddress reflexive = addresses.get(0).socket();
        LOG.debug("{} asks for {}", HostPort.format(asker), HostPort.format(reflexive));
        Address reply =
                new Address(
                        AddressOrigin.REFLEXIVE,
                        asSeenFrom(reflexive, publicAddress, asker, behind));
        InetSocketAddress outside = asSeenFrom(asker, behind, reflexive, publicAddress);
        if (outside.equals(reflexive)) {
            return new HelloAnswer.Introduce(addresses, reply, peer);
        }
        List<Address> all = new ArrayList<>();
        all.add(new Address(AddressOrigin.REFLEXIVE, outside));
        all.addAll(addresses.subList(0, Math.min(addresses.size(), PeerAddresses.MAX_REPORTED)));
        return new HelloAnswer.Introduce(List.copyOf(all), reply, peer);
    }

    /**
     * Where {@code viewer} can reach {@code client}: by a private address within one network, which
     * is one with one public address. NATs keep the port where they can, and nobody here can know
     * it where they do not.
     */
    private static InetSocketAddress asSeenFrom(
            InetSocketAddress viewer,
            Optional<InetAddress> viewersNat,
            InetSocketAddress client,
            Optional<InetAddress> clientsNat) {
        boolean together = isInside(viewer.getAddress()) && viewersNat.equals(clientsNat);
        if (!isInside(client.getAddress()) || together) {
            return client;
        }
        return clientsNat.map(ip -> new InetSocketAddress(ip, client.getPort())).orElse(client);
    }

    private static boolean isInside(InetAddress ip) {
        return ip instanceof Inet4Address
                && (ip.isSiteLocalAddress() || ip.isLoopbackAddress() || ip.isLinkLocalAddress());
    }
}
