package org.altocumulus.origin.link;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.altocumulus.protocol.cluster.EdgeLinkDialer;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.Introduction;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;

/** An edge of {@link ScaleSimulation}: its links and a list of clients. */
final class ScaleEdge implements EdgeLinkDialer, EdgeLinkListener {
    final int index;
    final int port;
    final EdgeLinks link;
    final List<PeerId> clients = new ArrayList<>();
    long received;
    private final ScaleSimulation simulation;
    private long turn;

    ScaleEdge(ScaleSimulation simulation, int index) {
        this.simulation = simulation;
        this.index = index;
        port = 1000 + index;
        long start = simulation.random.nextLong();
        link =
                new EdgeLinks(
                        LinkPair.edgeSettings("e" + index, Long.toHexString(start), port),
                        LinkPair.security("secret", new Random(start)),
                        new Random(start),
                        1,
                        this,
                        this,
                        simulation.now);
        link.start(simulation.now);
    }

    void open(PeerId client) {
        clients.add(client);
        link.peerHere(client, simulation.now, simulation.now);
        link.clients(clients.size(), simulation.now);
        drive();
    }

    void close(int at) {
        PeerId client = clients.get(at);
        clients.set(at, clients.get(clients.size() - 1));
        clients.remove(clients.size() - 1);
        link.peerGone(client, simulation.now);
        link.clients(clients.size(), simulation.now);
        drive();
    }

    /** The links were called: when they want to be called next may have changed. */
    void drive() {
        long mine = ++turn;
        simulation.in(
                link.delay(simulation.now),
                () -> {
                    if (mine == turn && simulation.edges.contains(this)) {
                        link.tick(simulation.now);
                        drive();
                    }
                });
    }

    @Override
    public void dial(int origin, LinkRole role) {
        simulation.in(
                20 * ScaleSimulation.MILLISECOND,
                () -> {
                    if (!simulation.edges.contains(this)) {
                        return;
                    }
                    if (simulation.origin == null) {
                        link.dialFailed(0, role, "connection refused", simulation.now);
                    } else {
                        LinkConnection near = link.connected(0, role, false, simulation.now);
                        if (near != null) {
                            simulation.connect(this, near);
                        }
                    }
                    drive();
                });
    }

    @Override
    public void evicted(PeerId peer, long since) {
        throw new AssertionError("no client is at two edges: " + peer);
    }

    @Override
    public List<InetSocketAddress> introduced(Introduction introduction) {
        return List.of();
    }

    @Override
    public void media(MediaFrame frame) {
        received++;
    }

    @Override
    public void replay(Publication publication) {
        link.replaying(publication.stream());
    }

    @Override
    public void joined(int origin, NodeIdentity identity) {}

    @Override
    public void left(int origin, Reason reason, String message) {}

    @Override
    public void probed(int origin, InetSocketAddress address, boolean answered) {}

    @Override
    public void drainRequested() {}

    @Override
    public void publishAccepted(Publication publication) {}

    @Override
    public void publishRefused(Publication publication, Reason reason, String message) {}

    @Override
    public void unneeded(Publication publication) {}

    @Override
    public void started(Publication publication) {}

    @Override
    public void ended(Publication publication) {}
}
