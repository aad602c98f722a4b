package org.altocumulus.protocol.crypto;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * What the packets of one direction are sealed or opened with: the cipher and, if it has one, the
 * HMAC, set up with their keys. About 900 bytes without an HMAC. Keeps nothing from one packet to
 * the next. Not thread-safe.
 */
final class PacketCipher {
    private static final byte[] NOTHING = {};

    /** For the head of a packet. */
    final WireReader reader = new WireReader(NOTHING);

    final WireWriter writer = new WireWriter(NOTHING, 0, 0);

    private final Cipher cipher;
    private final Mac mac;
    private final byte[] result;

    /**
     * For the packets of one direction.
     *
     * @param mode of {@link Cipher}
     */
    PacketCipher(DirectionKeys keys, int mode) {
        this.cipher = keys.newCipher(mode);
        this.mac = keys.newMac();
        this.result = mac == null ? null : new byte[Hmac.LENGTH];
    }

    /** Encrypts or decrypts whole blocks; the arrays must not overlap. */
    void crypt(byte[] from, int offset, int length, byte[] to, int toOffset) {
        try {
            cipher.doFinal(from, offset, length, to, toOffset);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("whole blocks without padding always fit", e);
        }
    }

    /** The HMAC, which the next call overwrites; not for a direction with a checksum. */
    byte[] hmac(byte[] array, int offset, int length) {
        try {
            mac.update(array, offset, length);
            mac.doFinal(result, 0);
            return result;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the array holds a full HMAC", e);
        }
    }
}
