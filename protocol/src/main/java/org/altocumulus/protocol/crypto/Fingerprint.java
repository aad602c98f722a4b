package org.altocumulus.protocol.crypto;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * SHA-256 of the canonical bytes of a certificate (RFC 7425 §4.3.2). The 64 lower-case hex digits
 * of it are what applications call the peer id. A value; thread-safe.
 */
public final class Fingerprint {
    /** Bytes of a fingerprint. */
    public static final int LENGTH = 32;

    private final byte[] bytes;

    private Fingerprint(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The fingerprint of a certificate's canonical bytes. */
    static Fingerprint ofCanonical(byte[] certificate, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(certificate, 0, length);
            return new Fingerprint(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * A fingerprint from its bytes, which are copied.
     *
     * @throws IllegalArgumentException if they are not {@link #LENGTH}
     */
    public static Fingerprint of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException(
                    "a fingerprint has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new Fingerprint(bytes.clone());
    }

    /**
     * Reads 64 hex digits of either case.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static Fingerprint parse(String text) {
        if (text.length() != 2 * LENGTH) {
            throw new IllegalArgumentException(
                    "expected 64 hex digits of a fingerprint, not "
                            + text.length()
                            + " characters");
        }
        return new Fingerprint(HexFormat.of().parseHex(text));
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The peer id: 64 lower-case hex digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
