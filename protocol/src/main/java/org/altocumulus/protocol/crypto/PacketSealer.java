package org.altocumulus.protocol.crypto;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Objects;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Makes datagrams of the packets that one side of a session sends (RFC 7425 §4.7, RFC 7016 §2.2.2).
 * Allocates nothing for a packet but what the platform's HMAC does. Not thread-safe.
 */
public final class PacketSealer {
    /** Bytes that the caller leaves free in its scratch array before the packet. */
    public static final int HEADROOM = 16;

    /** Bytes that the caller leaves free in its scratch array behind the packet. */
    public static final int TAILROOM = 16;

    private static final int PADDING = 0xff;

    private final Cipher cipher;
    private final Mac mac;
    private final byte[] macBytes = new byte[Hmac.LENGTH];
    private final int hmacLength;
    private final boolean sequenceNumbers;
    private final WireWriter writer = new WireWriter(0);
    private long sequenceNumber;

    PacketSealer(DirectionKeys keys) {
        this.cipher = keys.newCipher(Cipher.ENCRYPT_MODE);
        this.mac = keys.newMac();
        this.hmacLength = keys.hmacLength();
        this.sequenceNumbers = keys.sequenceNumbers();
    }

    /** Bytes of the largest packet whose datagram, if sealed next, has at most this many bytes. */
    public int maxPacket(int datagramLimit) {
        int room = datagramLimit - DirectionKeys.SESSION_ID - hmacLength;
        return Math.max(0, room / DirectionKeys.BLOCK * DirectionKeys.BLOCK - headSize());
    }

    /**
     * Seals a packet. The sequence number is used up; the packet itself is left as it was.
     *
     * @param sessionId the receiver's, in network byte order
     * @param scratch has the packet from {@code start} to before {@code end}, and {@link #HEADROOM}
     *     and {@link #TAILROOM} around it, which are written
     * @param out another array, with room for the datagram at {@code outOffset}
     * @return bytes of the datagram
     * @throws IndexOutOfBoundsException if there is too little room in one of the arrays
     */
    public int seal(int sessionId, byte[] scratch, int start, int end, byte[] out, int outOffset) {
        int head = start - headSize();
        int length = roundUp(end - head);
        int cipherStart = outOffset + DirectionKeys.SESSION_ID;
        int total = DirectionKeys.SESSION_ID + length + hmacLength;
        Objects.checkFromIndexSize(outOffset, total, out.length);
        Arrays.fill(scratch, end, head + length, (byte) PADDING);
        writeHead(scratch, head, start, head + length);
        encrypt(scratch, head, length, out, cipherStart);
        if (mac != null) {
            appendHmac(out, cipherStart, length);
        }
        int scrambled = sessionId ^ word(out, cipherStart) ^ word(out, cipherStart + 4);
        writer.wrap(out, outOffset, DirectionKeys.SESSION_ID).i32(scrambled);
        return total;
    }

    private int headSize() {
        return (sequenceNumbers ? Vlu.size(sequenceNumber) : 0)
                + (mac == null ? DirectionKeys.CHECKSUM : 0);
    }

    private void writeHead(byte[] scratch, int head, int start, int end) {
        writer.wrap(scratch, head, start - head);
        if (sequenceNumbers) {
            writer.vlu(sequenceNumber++);
        }
        if (mac == null) {
            writer.u16(InternetChecksum.of(scratch, start, end - start));
        }
    }

    private void encrypt(byte[] scratch, int head, int length, byte[] out, int outOffset) {
        try {
            cipher.doFinal(scratch, head, length, out, outOffset);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("whole blocks without padding always fit", e);
        }
    }

    private void appendHmac(byte[] out, int offset, int length) {
        try {
            mac.update(out, offset, length);
            mac.doFinal(macBytes, 0);
            System.arraycopy(macBytes, 0, out, offset + length, hmacLength);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the array holds a full HMAC", e);
        }
    }

    private static int roundUp(int length) {
        int blocks = (length + DirectionKeys.BLOCK - 1) / DirectionKeys.BLOCK;
        return Math.max(1, blocks) * DirectionKeys.BLOCK;
    }

    private static int word(byte[] array, int at) {
        return (array[at] & 0xff) << 24
                | (array[at + 1] & 0xff) << 16
                | (array[at + 2] & 0xff) << 8
                | (array[at + 3] & 0xff);
    }
}
