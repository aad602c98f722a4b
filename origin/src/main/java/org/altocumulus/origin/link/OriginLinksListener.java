package org.altocumulus.origin.link;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Reason;

/** What the links ask of their host and tell it, on the thread that drives them. */
public interface OriginLinksListener {
    /** Say hello by UDP to that address of an edge, and tell {@link OriginLinks#probed}. */
    void probe(String node, InetSocketAddress address);

    /** An edge registered. */
    void registered(NodeIdentity edge);

    /** The edge that has just registered proved itself with the secret that is to be replaced. */
    default void previousSecret(NodeIdentity edge) {}

    /** An edge takes no newcomers any more. */
    void draining(NodeIdentity edge);

    /**
     * An edge has announced more clients than are held: others are not introduced to the rest. Told
     * once of a registration.
     *
     * @param held how many are
     */
    default void tooManyPeers(NodeIdentity edge, int held) {}

    /** An edge's control connection ended. */
    void lost(NodeIdentity edge, Reason reason, String message);

    /**
     * A connection ended before it was an edge's.
     *
     * @param from its address, and what it calls itself
     */
    default void refused(String from, Reason reason, String message) {}

    /** An edge could not read a frame of ours, or refuses it. */
    void failed(NodeIdentity edge, String reason, String message);
}
