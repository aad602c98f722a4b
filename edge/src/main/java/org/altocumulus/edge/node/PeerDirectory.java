package org.altocumulus.edge.node;

import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.wire.Address;

/**
 * Who can be introduced by peer id. A node knows its own clients; where else a client is, others
 * may know. Asked on the loops, so it has to be quick. Any thread.
 */
@FunctionalInterface
public interface PeerDirectory {
    /** The client with that peer id, if it is known to be connected. */
    Optional<Peer> find(Fingerprint peerId);

    /** A client to whom others are introduced. Any thread. */
    interface Peer extends HelloAnswer.Forwarder {
        /** Its addresses, the one that was observed first. */
        List<Address> addresses();
    }
}
