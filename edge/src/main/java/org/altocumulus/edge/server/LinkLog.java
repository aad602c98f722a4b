package org.altocumulus.edge.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs how the link of an edge goes; a failure that goes on is repeated once a minute. */
public final class LinkLog implements LinkNews {
    private static final Logger LOG = LoggerFactory.getLogger(LinkLog.class);
    private static final Duration REMINDER = Duration.ofMinutes(1);

    private final RepeatFilter failures;
    private boolean joined;

    /** A log that has said nothing. */
    public LinkLog(NodeClock clock) {
        this.failures = new RepeatFilter(clock::nanos, REMINDER);
    }

    @Override
    public void joined(NodeIdentity origin) {
        joined = true;
        LOG.info("joined origin {} ({})", origin.node(), origin.software());
    }

    @Override
    public void left(Reason reason, String message) {
        if (joined && reason == Reason.SHUTDOWN) {
            LOG.info("the origin has left: {}", message);
        } else if (joined) {
            LOG.warn("lost the origin: {} ({})", message, reason);
        } else if (failures.admits(message)) {
            LOG.warn("not joined to an origin: {} ({})", message, reason);
        } else {
            LOG.debug("not joined to an origin: {} ({})", message, reason);
        }
        joined = false;
    }

    @Override
    public void probed(InetSocketAddress address, boolean answered) {
        if (answered) {
            LOG.info("the origin reaches UDP {}", HostPort.format(address));
        } else {
            LOG.warn(
                    "the origin does not reach UDP {}: no clients are sent there",
                    HostPort.format(address));
        }
    }
}
