package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.HelloPolicy;

/**
 * Answers the hellos that mean this node itself, and introduces its clients to who asks for them.
 */
public final class OwnHellos implements HelloPolicy {
    private static final HelloAnswer RESPOND = new HelloAnswer.Respond();
    private static final HelloAnswer IGNORE = new HelloAnswer.Ignore(Discard.UNWANTED_HELLO);

    private final Certificate own;
    private final Introducer introducer;

    /** For the node with that certificate. */
    public OwnHellos(Certificate own, Introducer introducer) {
        this.own = own;
        this.introducer = introducer;
    }

    @Override
    public HelloAnswer onHello(
            long now, EndpointDiscriminator discriminator, byte[] tag, InetSocketAddress from) {
        if (discriminator.selects(own)) {
            return RESPOND;
        }
        return discriminator
                .fingerprint()
                .map(peerId -> introducer.answer(now, peerId, tag, from))
                .orElse(IGNORE);
    }
}
