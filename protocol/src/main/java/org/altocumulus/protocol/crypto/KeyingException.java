package org.altocumulus.protocol.crypto;

/**
 * Well-formed keying that cannot lead to a session: no common Diffie-Hellman group, a public key
 * that is not safe to use, a protection that one side requires and the other does not offer. The
 * handshake is dropped in silence and counted (RFC 7425 §4.5 and §4.6).
 *
 * <p>Carries no stack trace, as hostile input may cause any number of them.
 */
public final class KeyingException extends Exception {
    /**
     * @param message what was found and what the rule is
     */
    public KeyingException(String message) {
        super(message, null, false, false);
    }
}
