package org.altocumulus.protocol.cluster;

/** The edge's end of a connection: it dials, says HELLO, proves itself and asks for a proof. */
abstract class EdgeConnection extends LinkConnection {
    private static final long HELLO_ID = 1;
    private static final long AUTH_ID = 2;

    private final EdgeProver prover;
    private final LinkSecurity security;
    private final boolean loopback;
    private final Hello hello;
    private Challenge challenge;
    private LinkSecurity.Which used;
    private int version;

    /**
     * @param hello the first frame, with a new nonce
     * @param loopback whether both ends of the TCP connection are addresses of this host's loopback
     */
    EdgeConnection(
            EdgeLinkSettings settings,
            EdgeProver prover,
            Hello hello,
            boolean loopback,
            MediaQueue queue,
            long now) {
        super(settings.timing(), queue, now);
        this.prover = prover;
        this.security = prover.security();
        this.hello = hello;
        this.loopback = loopback;
    }

    /** Says HELLO; apart from the constructor, as it can end the connection. */
    final void begin(long now) {
        if (security.requiresProof() || loopback) {
            send(hello.toFrame().withId(HELLO_ID), now);
        } else {
            close(Reason.NO_SECRET, "without a secret only loopback is dialled", now);
        }
    }

    /** The connection is open. */
    abstract void opened(NodeIdentity origin, long now);

    /** An ERROR on the open connection. */
    abstract void failed(Frame error, long now);

    @Override
    final void greeted(Verb verb, Frame frame, long now) throws LinkRefusal {
        if (verb == Verb.CHALLENGE && state() == LinkState.GREETING) {
            challenged(Challenge.read(frame, hello.versions()), now);
        } else if (verb == Verb.WELCOME) {
            welcomed(Welcome.read(frame, hello.versions()), now);
        } else {
            throw new LinkRefusal(Reason.UNEXPECTED, verb + " before WELCOME");
        }
    }

    @Override
    public final int version() {
        return version;
    }

    private void challenged(Challenge received, long now) throws LinkRefusal {
        if (!security.requiresProof()) {
            throw new LinkRefusal(Reason.NO_SECRET, "a proof is asked for: configure the secret");
        }
        challenge = received;
        enter(LinkState.PROVING);
        used = prover.next();
        byte[] mac = security.proof(used, HandshakeProof.Side.EDGE, hello, challenge);
        send(Frame.of(Verb.AUTH).hex("mac", mac).build().withId(AUTH_ID), now);
    }

    private void welcomed(Welcome welcome, long now) throws LinkRefusal {
        if (!security.requiresProof()) {
            if (welcome.mac() != null) {
                throw new LinkRefusal(Reason.UNEXPECTED, "a proof without a challenge");
            }
        } else if (challenge == null || welcome.mac() == null) {
            throw new LinkRefusal(Reason.NO_SECRET, "the origin does not prove itself");
        } else if (security.verify(welcome.mac(), HandshakeProof.Side.ORIGIN, hello, challenge)
                != used) {
            prover.refused(used);
            throw new LinkRefusal(Reason.NOT_AUTHENTICATED, "the origin's proof is wrong");
        }
        version = welcome.version();
        enter(LinkState.OPEN);
        opened(welcome.node(), now);
    }

    @Override
    final void refused(Frame error, long now) {
        if (state() == LinkState.OPEN) {
            failed(error, now);
        } else {
            Reason reason = reason(error);
            if (reason == Reason.NOT_AUTHENTICATED && used != null) {
                prover.refused(used);
            }
            close(reason, error.text("message", ""), now);
        }
    }
}
