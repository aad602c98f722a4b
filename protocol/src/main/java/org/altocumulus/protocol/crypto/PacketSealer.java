package org.altocumulus.protocol.crypto;

import java.util.Arrays;
import java.util.Objects;
import javax.crypto.Cipher;
import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Makes datagrams of the packets that one side of a session sends (RFC 7425 §4.7, RFC 7016 §2.2.2).
 * Allocates nothing for a packet but what the platform's HMAC does, unless it was at rest. Not
 * thread-safe.
 */
public final class PacketSealer {
    /** Bytes that the caller leaves free in its scratch array before the packet. */
    public static final int HEADROOM = 16;

    /** Bytes that the caller leaves free in its scratch array behind the packet. */
    public static final int TAILROOM = 16;

    private static final int PADDING = 0xff;

    private final DirectionKeys keys;

    /** Null at rest. */
    private PacketCipher cipher;

    private final int hmacLength;
    private final boolean sequenceNumbers;
    private long sequenceNumber;

    PacketSealer(DirectionKeys keys) {
        this.keys = keys;
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
        if (cipher == null) {
            cipher = new PacketCipher(keys, Cipher.ENCRYPT_MODE);
        }
        Arrays.fill(scratch, end, head + length, (byte) PADDING);
        writeHead(scratch, head, start, head + length);
        cipher.crypt(scratch, head, length, out, cipherStart);
        if (hmacLength > 0) {
            byte[] hmac = cipher.hmac(out, cipherStart, length);
            System.arraycopy(hmac, 0, out, cipherStart + length, hmacLength);
        }
        int scrambled = sessionId ^ word(out, cipherStart) ^ word(out, cipherStart + 4);
        cipher.writer.wrap(out, outOffset, DirectionKeys.SESSION_ID).i32(scrambled);
        return total;
    }

    /**
     * Gives up the cipher; the next packet makes it anew, which takes some microseconds. Sequence
     * numbers go on.
     */
    public void rest() {
        cipher = null;
    }

    /** Whether it has no cipher now. */
    boolean isAtRest() {
        return cipher == null;
    }

    private int headSize() {
        return (sequenceNumbers ? Vlu.size(sequenceNumber) : 0)
                + (hmacLength == 0 ? DirectionKeys.CHECKSUM : 0);
    }

    private void writeHead(byte[] scratch, int head, int start, int end) {
        WireWriter writer = cipher.writer.wrap(scratch, head, start - head);
        if (sequenceNumbers) {
            writer.vlu(sequenceNumber++);
        }
        if (hmacLength == 0) {
            writer.u16(InternetChecksum.of(scratch, start, end - start));
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
