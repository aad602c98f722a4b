package org.altocumulus.protocol.cluster;

import java.security.MessageDigest;
import java.util.random.RandomGenerator;

/**
 * How one end proves itself and what it asks of the other. While secrets are changed there are two:
 * an end takes a proof by either, an origin answers with the one that the edge used, and an edge
 * tries the other when the first is refused ({@link EdgeProver}).
 *
 * @param secret the shared secret, or null if none is configured
 * @param previous the one that it replaces and that is still good, or null; only beside a secret
 * @param mac HMAC-SHA256
 * @param random a cryptographically strong source of nonces and session tokens
 */
public record LinkSecurity(byte[] secret, byte[] previous, LinkMac mac, RandomGenerator random) {
    /** Bytes of a nonce. */
    static final int NONCE = 32;

    /** Bytes of a code. */
    static final int MAC = 32;

    /** Which of the two secrets. */
    enum Which {
        CURRENT,
        PREVIOUS
    }

    /** Refuses a previous secret alone. */
    public LinkSecurity {
        if (secret == null && previous != null) {
            throw new IllegalArgumentException("a previous secret without a secret");
        }
    }

    /** With one secret, or none. */
    public LinkSecurity(byte[] secret, LinkMac mac, RandomGenerator random) {
        this(secret, null, mac, random);
    }

    /** Whether the other end has to prove that it knows the secret. */
    boolean requiresProof() {
        return secret != null;
    }

    /** New random bytes. */
    public byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The proof by one of the secrets, which has to be there. */
    byte[] proof(Which which, HandshakeProof.Side side, Hello hello, Challenge challenge) {
        byte[] key = which == Which.CURRENT ? secret : previous;
        return mac.mac(key, HandshakeProof.text(side, hello, challenge));
    }

    /**
     * By which secret a proof is right, or null if by none; takes the same time wherever it differs
     * and whichever it is.
     */
    Which verify(byte[] proof, HandshakeProof.Side side, Hello hello, Challenge challenge) {
        boolean current =
                MessageDigest.isEqual(proof, proof(Which.CURRENT, side, hello, challenge));
        boolean older =
                previous != null
                        && MessageDigest.isEqual(
                                proof, proof(Which.PREVIOUS, side, hello, challenge));
        return current ? Which.CURRENT : older ? Which.PREVIOUS : null;
    }

    @Override
    public String toString() {
        return secret == null ? "no secret" : previous == null ? "a secret" : "two secrets";
    }
}
