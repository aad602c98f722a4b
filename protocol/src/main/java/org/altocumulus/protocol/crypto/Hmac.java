package org.altocumulus.protocol.crypto;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 (RFC 2104, RFC 6234). Thread-safe. */
public final class Hmac {
    /** Bytes of a full HMAC. */
    public static final int LENGTH = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    /**
     * The HMAC of {@code parts}, one after the other.
     *
     * @param key at least one byte
     * @return {@link #LENGTH} bytes, the caller's to keep
     */
    public static byte[] sha256(byte[] key, byte[]... parts) {
        Mac mac = newMac(key);
        for (byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    /** A Mac that goes back to this key whenever it has given a result. */
    static Mac newMac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Compares in a time that depends on {@code length} alone. */
    static boolean equal(byte[] a, int aOffset, byte[] b, int bOffset, int length) {
        int difference = 0;
        for (int i = 0; i < length; i++) {
            difference |= a[aOffset + i] ^ b[bOffset + i];
        }
        return difference == 0;
    }
}
