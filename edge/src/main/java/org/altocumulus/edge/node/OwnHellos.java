package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.HelloPolicy;

/** Answers the hellos that this node's certificate is meant by, and no others. */
public final class OwnHellos implements HelloPolicy {
    private static final HelloAnswer RESPOND = new HelloAnswer.Respond();
    private static final HelloAnswer IGNORE = new HelloAnswer.Ignore(Discard.UNWANTED_HELLO);

    private final Certificate own;

    /** For the node with that certificate. */
    public OwnHellos(Certificate own) {
        this.own = own;
    }

    @Override
    public HelloAnswer onHello(
            long now, EndpointDiscriminator discriminator, byte[] tag, InetSocketAddress from) {
        return discriminator.selects(own) ? RESPOND : IGNORE;
    }
}
