package org.altocumulus.protocol.crypto;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Checks and decrypts the datagrams that one side of a session receives (RFC 7425 §4.7). A datagram
 * that is refused leaves no trace. Allocates nothing for a packet but what the platform's HMAC
 * does. Not thread-safe.
 */
public final class PacketOpener {
    private final Cipher cipher;
    private final Mac mac;
    private final byte[] macBytes = new byte[Hmac.LENGTH];
    private final int hmacLength;
    private final SequenceWindow window;
    private final WireReader reader = new WireReader(new byte[0]);
    private int packetOffset;
    private int packetLength;

    PacketOpener(DirectionKeys keys) {
        this.cipher = keys.newCipher(Cipher.DECRYPT_MODE);
        this.mac = keys.newMac();
        this.hmacLength = keys.hmacLength();
        this.window = keys.sequenceNumbers() ? new SequenceWindow() : null;
    }

    /**
     * Opens a datagram.
     *
     * @param offset of the whole datagram, with its scrambled session id
     * @param length bytes of the whole datagram
     * @param out another array for the plaintext; a datagram that is longer than it is a {@link
     *     OpenResult#BAD_LENGTH}
     */
    public OpenResult open(byte[] datagram, int offset, int length, byte[] out) {
        packetOffset = 0;
        packetLength = 0;
        int cipherStart = offset + DirectionKeys.SESSION_ID;
        int cipherLength = length - DirectionKeys.SESSION_ID - hmacLength;
        if (cipherLength < DirectionKeys.BLOCK
                || cipherLength % DirectionKeys.BLOCK != 0
                || cipherLength > out.length) {
            return OpenResult.BAD_LENGTH;
        }
        if (mac != null && !hasGoodHmac(datagram, cipherStart, cipherLength)) {
            return OpenResult.BAD_HMAC;
        }
        decrypt(datagram, cipherStart, cipherLength, out);
        try {
            return read(out, cipherLength);
        } catch (WireException e) {
            return OpenResult.BAD_LENGTH;
        }
    }

    /** Where in {@code out} the packet of the last datagram that opened begins. */
    public int packetOffset() {
        return packetOffset;
    }

    /** Bytes of that packet with its padding. */
    public int packetLength() {
        return packetLength;
    }

    private OpenResult read(byte[] plaintext, int length) throws WireException {
        reader.wrap(plaintext, 0, length);
        long sequenceNumber = window == null ? 0 : reader.vlu();
        if (mac == null) {
            int checksum = reader.u16();
            if (checksum != InternetChecksum.of(plaintext, reader.position(), reader.remaining())) {
                return OpenResult.BAD_CHECKSUM;
            }
        }
        if (window != null && !window.accept(sequenceNumber)) {
            return OpenResult.DUPLICATE;
        }
        packetOffset = reader.position();
        packetLength = reader.remaining();
        return OpenResult.OPENED;
    }

    private boolean hasGoodHmac(byte[] datagram, int start, int length) {
        try {
            mac.update(datagram, start, length);
            mac.doFinal(macBytes, 0);
            return Hmac.equal(macBytes, 0, datagram, start + length, hmacLength);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the array holds a full HMAC", e);
        }
    }

    private void decrypt(byte[] datagram, int start, int length, byte[] out) {
        try {
            cipher.doFinal(datagram, start, length, out, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("whole blocks without padding always fit", e);
        }
    }
}
