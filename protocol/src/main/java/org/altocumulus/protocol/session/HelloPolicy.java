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
     * @param tag 0 bytes or more, not to be changed
     */
    HelloAnswer onHello(
            long now, EndpointDiscriminator discriminator, byte[] tag, InetSocketAddress from);
}
