package org.altocumulus.origin.daemon;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.altocumulus.edge.node.Introducer;
import org.altocumulus.origin.redirect.RedirectDecision;
import org.altocumulus.origin.redirect.Redirector;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.HelloPolicy;
import org.altocumulus.protocol.wire.Address;

/**
 * Answers hellos at the origin: for a server with edges or with itself, for the fingerprint of an
 * edge with that edge, for its own with itself, for that of a client with an introduction. Each
 * loop has an {@linkplain #ofLoop answerer} of its own.
 */
final class OriginHellos implements HelloPolicy {
    private static final HelloAnswer RESPOND = new HelloAnswer.Respond();
    private static final HelloAnswer UNWANTED = new HelloAnswer.Ignore(Discard.UNWANTED_HELLO);
    private static final HelloAnswer LATER = new HelloAnswer.Ignore(Discard.IGNORED_HELLO);

    private final Certificate own;
    private final EdgeRegistry registry;
    private final Introducer introducer;
    private final LongAdder redirected = new LongAdder();
    private final LongAdder served = new LongAdder();
    private volatile Redirector redirector;

    /** Null if hellos are not forwarded. */
    private volatile HelloForwarding forwarding;

    OriginHellos(Certificate own, EdgeRegistry registry, Introducer introducer) {
        this.own = own;
        this.registry = registry;
        this.introducer = introducer;
    }

    /** The redirector, which is made when the origin knows its own addresses. */
    void redirector(Redirector newRedirector) {
        redirector = newRedirector;
    }

    /** Has redirected hellos passed on. */
    void forwarding(HelloForwarding newForwarding) {
        forwarding = newForwarding;
    }

    /** Hellos answered with edges. */
    long redirected() {
        return redirected.sum();
    }

    /** Hellos answered by the origin itself. */
    long served() {
        return served.sum();
    }

    @Override
    public HelloAnswer onHello(
            long now, EndpointDiscriminator wanted, byte[] tag, InetSocketAddress from) {
        return ofLoop().onHello(now, wanted, tag, from);
    }

    @Override
    public HelloPolicy ofLoop() {
        return new Answerer();
    }

    /** Answers the hellos of one loop, all redirected ones with the same object. */
    private final class Answerer implements HelloPolicy {
        private final RedirectDecision decision = new RedirectDecision();
        private final HelloAnswer redirect = new HelloAnswer.RedirectTo(decision.destinations());

        @Override
        public HelloAnswer onHello(
                long now, EndpointDiscriminator wanted, byte[] tag, InetSocketAddress from) {
            Optional<Fingerprint> fingerprint = wanted.fingerprint();
            if (fingerprint.isPresent()) {
                return onFingerprint(now, wanted, fingerprint.get(), tag, from);
            }
            if (!wanted.selects(own)) {
                return UNWANTED;
            }
            redirector.decide(wanted, tag, from.getAddress(), now, decision);
            return switch (decision.kind()) {
                case REDIRECT -> {
                    redirected.increment();
                    forward(now, wanted, tag, from);
                    yield redirect;
                }
                case DROP -> LATER;
                case SERVE -> {
                    served.increment();
                    yield RESPOND;
                }
            };
        }

        private void forward(
                long now, EndpointDiscriminator wanted, byte[] tag, InetSocketAddress from) {
            HelloForwarding to = forwarding;
            if (to != null && !decision.isRepeated()) {
                to.forward(now, decision.best(), tag, wanted.encoded(), from);
            }
        }
    }

    private HelloAnswer onFingerprint(
            long now,
            EndpointDiscriminator wanted,
            Fingerprint fingerprint,
            byte[] tag,
            InetSocketAddress from) {
        if (wanted.selects(own)) {
            return RESPOND;
        }
        boolean inet6 = from.getAddress() instanceof Inet6Address;
        return registry.withFingerprint(fingerprint.bytes(), inet6)
                .<HelloAnswer>map(OriginHellos::to)
                .orElseGet(() -> introducer.answer(now, fingerprint, tag, from));
    }

    private static HelloAnswer to(Address edge) {
        return new HelloAnswer.RedirectTo(List.of(edge));
    }
}
