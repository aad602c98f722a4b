package org.altocumulus.edge.server;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;

/** Told how the link of a node goes, for people to read. On the thread of the link. */
public interface LinkNews {
    /** Nobody wants to know. */
    LinkNews NONE = new LinkNews() {};

    /** The origin has taken the node in. */
    default void joined(NodeIdentity origin) {}

    /** The link ended, or could not be made. */
    default void left(Reason reason, String message) {}

    /** Whether the origin reaches the node by UDP. */
    default void probed(InetSocketAddress address, boolean answered) {}
}
