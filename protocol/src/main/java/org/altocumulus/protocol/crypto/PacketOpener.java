package org.altocumulus.protocol.crypto;

import javax.crypto.Cipher;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Checks and decrypts the datagrams that one side of a session receives (RFC 7425 §4.7). A datagram
 * that is refused leaves no trace. Allocates nothing for a packet but what the platform's HMAC
 * does, unless it was at rest. Not thread-safe.
 */
public final class PacketOpener {
    private final DirectionKeys keys;

    /** Null at rest. */
    private PacketCipher cipher;

    private final int hmacLength;
    private final SequenceWindow window;
    private int packetOffset;
    private int packetLength;

    PacketOpener(DirectionKeys keys) {
        this.keys = keys;
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
        if (cipher == null) {
            cipher = new PacketCipher(keys, Cipher.DECRYPT_MODE);
        }
        if (hmacLength > 0 && !hasGoodHmac(datagram, cipherStart, cipherLength)) {
            return OpenResult.BAD_HMAC;
        }
        cipher.crypt(datagram, cipherStart, cipherLength, out, 0);
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

    /** Gives up the cipher; the next datagram makes it anew, which takes some microseconds. */
    public void rest() {
        cipher = null;
    }

    /** Whether it has no cipher now. */
    boolean isAtRest() {
        return cipher == null;
    }

    private OpenResult read(byte[] plaintext, int length) throws WireException {
        WireReader reader = cipher.reader.wrap(plaintext, 0, length);
        long sequenceNumber = window == null ? 0 : reader.vlu();
        if (hmacLength == 0) {
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
        byte[] hmac = cipher.hmac(datagram, start, length);
        return Hmac.equal(hmac, 0, datagram, start + length, hmacLength);
    }
}
