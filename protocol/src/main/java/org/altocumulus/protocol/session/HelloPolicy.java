package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;

/** Decides what is answered to a hello. Called on the loop for each one, so it has to be quick. */
@FunctionalInterface
public interface HelloPolicy {
    /**
     * The answer to one hello.
     *
     * @param discriminator a valid one; it may be of anybody
     * @param tag 0 bytes or more, not to be changed; the next hello's may overwrite it, so what
     *     keeps it makes a copy
     * @return may be another after the next hello
     */
    HelloAnswer onHello(
            long now, EndpointDiscriminator discriminator, byte[] tag, InetSocketAddress from);

    /**
     * The policy for one loop, which may use one object for many of its answers. Asked once for
     * each loop; the policy itself may be called by all.
     */
    default HelloPolicy ofLoop() {
        return this;
    }
}
