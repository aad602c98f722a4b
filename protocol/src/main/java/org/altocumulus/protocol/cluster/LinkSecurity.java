package org.altocumulus.protocol.cluster;

import java.security.MessageDigest;
import java.util.random.RandomGenerator;

/**
 * How one end proves itself and what it asks of the other.
 *
 * @param secret the shared secret, or null if none is configured
 * @param mac HMAC-SHA256
 * @param random a cryptographically strong source of nonces and session tokens
 */
public record LinkSecurity(byte[] secret, LinkMac mac, RandomGenerator random) {
    /** Bytes of a nonce. */
    static final int NONCE = 32;

    /** Bytes of a code. */
    static final int MAC = 32;

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

    byte[] proof(HandshakeProof.Side side, Hello hello, Challenge challenge) {
        return mac.mac(secret, HandshakeProof.text(side, hello, challenge));
    }

    /** Whether the proof is right; takes the same time wherever it differs. */
    boolean verify(byte[] proof, HandshakeProof.Side side, Hello hello, Challenge challenge) {
        return MessageDigest.isEqual(proof, proof(side, hello, challenge));
    }

    @Override
    public String toString() {
        return secret == null ? "no secret" : "a secret";
    }
}
