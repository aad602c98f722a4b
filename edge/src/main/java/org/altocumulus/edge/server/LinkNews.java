package org.altocumulus.edge.server;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;

/**
 * Told how the links of a node to its origins go, for people to read. On the thread of the links.
 * Origins are named by their place in the list, from 0.
 */
public interface LinkNews {
    /** Nobody wants to know. */
    LinkNews NONE = new LinkNews() {};

    /** An origin has taken the node in. */
    default void joined(int origin, NodeIdentity identity) {}

    /** The link to an origin ended, or could not be made. */
    default void left(int origin, Reason reason, String message) {}

    /**
     * The operator of an origin wants the node to take no newcomers; the others know nothing yet.
     */
    default void drainRequested() {}

    /** Whether an origin reaches the node by UDP. */
    default void probed(int origin, InetSocketAddress address, boolean answered) {}
}
