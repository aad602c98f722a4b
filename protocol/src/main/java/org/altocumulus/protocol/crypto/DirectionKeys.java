package org.altocumulus.protocol.crypto;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What seals and opens the packets of one direction (RFC 7425 §4.7).
 *
 * @param aesKey 16 bytes
 * @param hmacKey 32 bytes; null for a checksum
 * @param hmacLength bytes of HMAC behind a packet; 0 for a checksum
 * @param sequenceNumbers whether packets begin with a session sequence number
 */
record DirectionKeys(byte[] aesKey, byte[] hmacKey, int hmacLength, boolean sequenceNumbers) {
    /** Bytes of an AES block and of an AES-128 key. */
    static final int BLOCK = 16;

    /** Bytes of the scrambled session id in front of the ciphertext (RFC 7016 §2.2.2). */
    static final int SESSION_ID = 4;

    /** Bytes of a checksum. */
    static final int CHECKSUM = 2;

    static DirectionKeys of(byte[] secret, byte[] fullKey, int hmacLength, boolean sequence) {
        return new DirectionKeys(
                Arrays.copyOf(fullKey, BLOCK),
                hmacLength == 0 ? null : Hmac.sha256(secret, fullKey),
                hmacLength,
                sequence);
    }

    boolean isMoreThanChecksum() {
        return hmacLength > 0 || sequenceNumbers;
    }

    /** A cipher that starts every packet from a vector of zeros, as doFinal goes back to it. */
    Cipher newCipher(int mode) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
            IvParameterSpec zero = new IvParameterSpec(new byte[BLOCK]);
            cipher.init(mode, new SecretKeySpec(aesKey, "AES"), zero);
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES/CBC/NoPadding", e);
        }
    }

    /** The Mac of whole packets; null for a checksum. */
    Mac newMac() {
        return hmacKey == null ? null : Hmac.newMac(hmacKey);
    }
}
