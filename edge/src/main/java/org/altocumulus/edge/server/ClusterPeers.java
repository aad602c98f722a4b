package org.altocumulus.edge.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.altocumulus.edge.node.Introducer;
import org.altocumulus.edge.node.NodePeers;
import org.altocumulus.edge.node.RemotePeers;
import org.altocumulus.protocol.cluster.Introduction;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;

/**
 * Between the clients of a node, by their peer ids, and its link: announces them, introduces them
 * to those of other nodes and others to them. Any thread.
 */
public final class ClusterPeers implements RemotePeers, NodePeers.Watcher {
    private static final int MAX_ASKED = 4096;

    private final NodePeers peers;
    private final Introducer introducer;

    private volatile LinkTasks link;

    /** Introductions that are asked for; what waits for the thread of the link is bounded by it. */
    private final AtomicInteger asked = new AtomicInteger();

    /** Clients that came and went, for the thread of the link. */
    private final LatestChanges<PeerId, Long> changes =
            new LatestChanges<>(this::execute, this::changed);

    /** The peers of a node that advertises those addresses; without a link nobody is told. */
    ClusterPeers(NodePeers peers, SecureRandom random, Collection<InetSocketAddress> advertised) {
        this.peers = peers;
        this.introducer = new Introducer(peers, this, random, advertised);
        peers.watch(this);
    }

    /** Introduces the clients of the node and, with the link, those of others. */
    Introducer introducer() {
        return introducer;
    }

    /** The link; to be set before there are clients. */
    void link(LinkTasks tasks) {
        link = tasks;
    }

    @Override
    public void here(Fingerprint peerId, long since) {
        if (link != null) {
            changes.put(PeerId.of(peerId.bytes()), since);
        }
    }

    @Override
    public void gone(Fingerprint peerId) {
        if (link != null) {
            changes.remove(PeerId.of(peerId.bytes()));
        }
    }

    private void execute(Runnable task) {
        link.execute(task);
    }

    private void changed(PeerId peer, Optional<Long> since) {
        if (since.isPresent()) {
            link.links().peerHere(peer, since.get(), link.now());
        } else {
            link.links().peerGone(peer, link.now());
        }
    }

    @Override
    public void introduce(
            Fingerprint peerId,
            InetSocketAddress asker,
            Optional<InetAddress> behind,
            byte[] tag,
            Consumer<List<Address>> answer) {
        LinkTasks tasks = link;
        if (tasks == null || tag.length > Introduction.MAX_TAG || !Introduction.canTell(asker)) {
            answer.accept(List.of());
            return;
        }
        if (asked.incrementAndGet() > MAX_ASKED) {
            asked.decrementAndGet();
            answer.accept(List.of());
            return;
        }
        Introduction introduction = new Introduction(PeerId.of(peerId.bytes()), asker, behind, tag);
        tasks.execute(
                () ->
                        tasks.links()
                                .introduce(
                                        introduction,
                                        (addresses, answered) -> {
                                            asked.decrementAndGet();
                                            answer.accept(addresses(addresses));
                                        },
                                        tasks.now()));
    }

    private static List<Address> addresses(List<InetSocketAddress> sockets) {
        List<Address> addresses = new ArrayList<>();
        for (InetSocketAddress socket : sockets) {
            AddressOrigin origin =
                    addresses.isEmpty() ? AddressOrigin.REFLEXIVE : AddressOrigin.LOCAL;
            addresses.add(new Address(origin, socket));
        }
        return List.copyOf(addresses);
    }

    /** The client has a newer session at another node. */
    void evicted(PeerId peer, long since) {
        peers.evict(Fingerprint.of(peer.bytes()), since);
    }

    /** Somebody has said hello at another node for a client that may be here. */
    List<InetSocketAddress> introduced(Introduction asking) {
        return introducer
                .introduce(
                        Fingerprint.of(asking.peer().bytes()),
                        asking.from(),
                        asking.behind(),
                        asking.tag())
                .stream()
                .map(Address::socket)
                .filter(Introduction::canTell)
                .toList();
    }
}
