package org.altocumulus.protocol.cluster;

import java.util.Set;

/** The side of the handshake that was dialled: what to answer to HELLO and AUTH. */
final class OriginHandshake {
    private final NodeIdentity identity;
    private final LinkSecurity security;
    private final boolean loopback;
    private final Set<LinkRole> roles;
    private Hello hello;
    private Challenge challenge;
    private LinkSecurity.Which proved;
    private int version;

    /**
     * @param roles what connections are taken for
     */
    OriginHandshake(
            NodeIdentity identity, LinkSecurity security, boolean loopback, Set<LinkRole> roles) {
        this.roles = roles;
        this.identity = identity;
        this.security = security;
        this.loopback = loopback;
    }

    /** What the edge said, or null before. */
    Hello hello() {
        return hello;
    }

    /** The version that both ends speak, 0 before HELLO. */
    int version() {
        return version;
    }

    /**
     * Takes HELLO.
     *
     * @return the CHALLENGE, or null if no proof is needed
     */
    Frame greet(Frame frame) throws LinkRefusal {
        if (!security.requiresProof() && !loopback) {
            throw new LinkRefusal(
                    Reason.NO_SECRET, "without a secret only loopback is served: configure one");
        }
        Hello received = Hello.read(frame);
        if (!roles.contains(received.role())) {
            throw new LinkRefusal(
                    Reason.UNEXPECTED, "role=" + received.role().token() + " is not served here");
        }
        version = Versions.OURS.common(received.versions());
        hello = received;
        if (!security.requiresProof()) {
            return null;
        }
        challenge = new Challenge(version, identity, security.random(LinkSecurity.NONCE));
        return challenge.toFrame();
    }

    /** Takes AUTH. */
    void prove(Frame frame) throws LinkRefusal {
        byte[] mac = frame.hex("mac", LinkSecurity.MAC);
        proved = security.verify(mac, HandshakeProof.Side.EDGE, hello, challenge);
        if (proved == null) {
            throw new LinkRefusal(Reason.NOT_AUTHENTICATED, "the proof is wrong");
        }
    }

    Frame welcome() {
        byte[] mac =
                challenge == null
                        ? null
                        : security.proof(proved, HandshakeProof.Side.ORIGIN, hello, challenge);
        return new Welcome(version, identity, mac).toFrame();
    }

    /** Whether the edge proved itself with the secret that is to be replaced. */
    boolean provedByPrevious() {
        return proved == LinkSecurity.Which.PREVIOUS;
    }
}
