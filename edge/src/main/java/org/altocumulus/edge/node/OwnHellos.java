package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.HelloPolicy;

/**
 * Answers the hellos that mean this node itself, and introduces its clients to who asks for them.
 * While the node takes no newcomers, those that name no fingerprint are sent elsewhere.
 */
public final class OwnHellos implements HelloPolicy {
    private static final HelloAnswer RESPOND = new HelloAnswer.Respond();
    private static final HelloAnswer IGNORE = new HelloAnswer.Ignore(Discard.UNWANTED_HELLO);

    private final Certificate own;
    private final Introducer introducer;
    private final Newcomers newcomers;

    /** For the node with that certificate, which always takes newcomers. */
    public OwnHellos(Certificate own, Introducer introducer) {
        this(own, introducer, new Newcomers());
    }

    /** For the node with that certificate. */
    public OwnHellos(Certificate own, Introducer introducer, Newcomers newcomers) {
        this.own = own;
        this.introducer = introducer;
        this.newcomers = newcomers;
    }

    @Override
    public HelloAnswer onHello(
            long now, EndpointDiscriminator discriminator, byte[] tag, InetSocketAddress from) {
        if (discriminator.selects(own)) {
            return discriminator.fingerprint().isPresent() ? RESPOND : newcomers.answer(from);
        }
        return discriminator
                .fingerprint()
                .map(peerId -> introducer.answer(now, peerId, from))
                .orElse(IGNORE);
    }
}
