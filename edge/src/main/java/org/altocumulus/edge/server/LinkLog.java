package org.altocumulus.edge.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the state of a node's links; a failure that persists is logged again once a minute. */
public final class LinkLog implements LinkNews {
    private static final Logger LOG = LoggerFactory.getLogger(LinkLog.class);
    private static final Duration REMINDER = Duration.ofMinutes(1);

    private final List<Origin> origins;

    private static final class Origin {
        final HostPort address;
        final RepeatFilter failures;

        /** Its name, or null while the node is not joined to it. */
        String joined;

        Origin(HostPort address, NodeClock clock) {
            this.address = address;
            this.failures = new RepeatFilter(clock::nanos, REMINDER);
        }
    }

    /**
     * A log without any message yet.
     *
     * @param origins the addresses of their links, in the order of the list
     */
    public LinkLog(List<HostPort> origins, NodeClock clock) {
        this.origins = origins.stream().map(address -> new Origin(address, clock)).toList();
    }

    @Override
    public void drainRequested() {
        LOG.info("drain requested: accepting no new clients, notifying current ones");
    }

    @Override
    public void joined(int index, NodeIdentity identity) {
        Origin origin = origins.get(index);
        origin.joined = identity.node();
        LOG.info(
                "joined origin {} at TCP {} ({})",
                origin.joined,
                origin.address,
                identity.software());
    }

    @Override
    public void left(int index, Reason reason, String message) {
        Origin origin = origins.get(index);
        if (origin.joined != null && reason == Reason.SHUTDOWN) {
            LOG.info("origin {} has stopped: {}", origin.joined, message);
        } else if (origin.joined != null) {
            LOG.warn(
                    "lost the connection to origin {} at TCP {}: {} ({})",
                    origin.joined,
                    origin.address,
                    message,
                    reason);
        } else if (origin.failures.admits(message)) {
            LOG.warn(
                    "not joined to the origin at TCP {}: {} ({})", origin.address, message, reason);
        } else {
            LOG.debug(
                    "not joined to the origin at TCP {}: {} ({})", origin.address, message, reason);
        }
        origin.joined = null;
    }

    @Override
    public void probed(int index, InetSocketAddress address, boolean answered) {
        Origin origin = origins.get(index);
        if (answered) {
            LOG.info(
                    "origin {} can reach this node at UDP {}",
                    origin.joined,
                    HostPort.format(address));
        } else {
            LOG.warn(
                    "origin {} cannot reach this node at UDP {}, and sends no clients there: check"
                            + " the firewall and node.advertise",
                    origin.joined,
                    HostPort.format(address));
        }
    }
}
