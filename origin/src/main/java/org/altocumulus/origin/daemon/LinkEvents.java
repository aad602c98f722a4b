package org.altocumulus.origin.daemon;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.tcp.RefusalLog;
import org.altocumulus.origin.link.LinkServer;
import org.altocumulus.origin.link.OriginLinks;
import org.altocumulus.origin.link.OriginLinksListener;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.origin.registry.SuspectWatch;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what becomes of edges, and probes their addresses from the origin's own UDP socket. */
final class LinkEvents implements OriginLinksListener, SuspectWatch.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(LinkEvents.class);

    private final MediaNode node;
    private final LinkServer server;
    private final EdgeRegistry registry;
    private final String self;
    private final RefusalLog refusals;
    private OriginLinks links;

    /**
     * For the links that {@link #links} names.
     *
     * @param self the name of the origin's own media node
     */
    LinkEvents(MediaNode node, LinkServer server, EdgeRegistry registry, String self) {
        this.refusals = new RefusalLog("link", server::now);
        this.node = node;
        this.server = server;
        this.registry = registry;
        this.self = self;
    }

    void links(OriginLinks originLinks) {
        links = originLinks;
    }

    @Override
    public void probe(String edge, InetSocketAddress address) {
        byte[] fingerprint = registry.fingerprint(edge).orElse(null);
        if (fingerprint == null) {
            return;
        }
        EndpointDiscriminator wanted =
                EndpointDiscriminator.ofFingerprint(Fingerprint.of(fingerprint));
        var unused =
                node.probe(wanted, address)
                        .thenAccept(answered -> onProbed(edge, address, answered));
    }

    private void onProbed(String edge, InetSocketAddress address, boolean answered) {
        server.execute(
                now -> {
                    report(edge, address, answered);
                    links.probed(edge, address, answered, now);
                });
    }

    private void report(String edge, InetSocketAddress address, boolean answered) {
        if (edge.equals(self)) {
            return;
        }
        if (answered) {
            LOG.info("edge {} answers at UDP {}", edge, HostPort.format(address));
        } else {
            LOG.warn(
                    "edge {} does not answer at UDP {}: no clients are sent there",
                    edge,
                    HostPort.format(address));
        }
    }

    @Override
    public void registered(NodeIdentity edge) {
        if (!edge.node().equals(self)) {
            LOG.info("edge {} registered ({})", edge.node(), edge.software());
        }
    }

    @Override
    public void previousSecret(NodeIdentity edge) {
        if (!edge.node().equals(self)) {
            LOG.info("edge {} still has the previous secret first", edge.node());
        }
    }

    @Override
    public void draining(NodeIdentity edge) {
        if (!edge.node().equals(self)) {
            LOG.info("edge {} drains: no clients are sent there", edge.node());
        }
    }

    @Override
    public void tooManyPeers(NodeIdentity edge, int held) {
        LOG.warn(
                "edge {} has more than {} clients: nobody is introduced to the rest of them",
                edge.node(),
                held);
    }

    @Override
    public void lost(NodeIdentity edge, Reason reason, String message) {
        if (edge.node().equals(self)) {
            return;
        }
        if (reason == Reason.SHUTDOWN) {
            LOG.info("edge {} has left: {}", edge.node(), message);
        } else {
            LOG.warn("edge {} is gone: {} ({})", edge.node(), message, reason);
        }
    }

    @Override
    public void suspect(EdgeView edge) {
        LOG.warn(
                "edge {} is suspect: heard {} s ago, reported {} s ago; no clients are sent there",
                edge.identity().node(),
                TimeUnit.NANOSECONDS.toSeconds(edge.silence()),
                TimeUnit.NANOSECONDS.toSeconds(edge.reportAge()));
    }

    @Override
    public void recovered(EdgeView edge) {
        LOG.info("edge {} is back", edge.identity().node());
    }

    @Override
    public void refused(String from, Reason reason, String message) {
        refusals.refused(from, reason, message);
    }

    @Override
    public void failed(NodeIdentity edge, String reason, String message) {
        LOG.warn("edge {} answers with an error: {} ({})", edge.node(), message, reason);
    }
}
