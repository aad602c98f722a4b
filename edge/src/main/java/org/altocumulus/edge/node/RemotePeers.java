package org.altocumulus.edge.node;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.wire.Address;

/** The clients of other nodes. Asked on the loops, so it must not wait. Any thread. */
@FunctionalInterface
public interface RemotePeers {
    /** There are no other nodes. */
    RemotePeers NONE = (peerId, asker, behind, tag, answer) -> answer.accept(List.of());

    /**
     * Has a client of another node told of somebody who asks for it.
     *
     * @param behind the public address of the NAT that the asker is behind, if it shares our
     *     network
     * @param tag of the asker's hello, not to be changed
     * @param answer takes the addresses of the client, the one at which it is seen first, or none;
     *     on any thread, at most once
     */
    void introduce(
            Fingerprint peerId,
            InetSocketAddress asker,
            Optional<InetAddress> behind,
            byte[] tag,
            Consumer<List<Address>> answer);
}
