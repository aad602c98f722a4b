package org.altocumulus.protocol.packet;

/**
 * The first four bytes of a datagram: the session id, scrambled with the encrypted packet behind it
 * (RFC 7016 §2.2.2). A session id is an opaque word, big-endian; 0 is the startup session.
 */
public final class Multiplex {
    /** Bytes of the scrambled session id. */
    public static final int SIZE = 4;

    private Multiplex() {}

    /**
     * The session id of a datagram.
     *
     * @param length of the whole datagram; what is missing at its end, be it of the id itself,
     *     counts as zero bytes
     */
    public static int sessionId(byte[] datagram, int offset, int length) {
        return word(datagram, offset, length, 0) ^ mask(datagram, offset, length);
    }

    /**
     * Writes the scrambled session id in front of an encrypted packet.
     *
     * @param offset where the four bytes of the id are, with the encrypted packet behind them
     * @param length of the whole datagram, these four included
     */
    public static void scramble(byte[] datagram, int offset, int length, int sessionId) {
        int scrambled = sessionId ^ mask(datagram, offset, length);
        datagram[offset] = (byte) (scrambled >> 24);
        datagram[offset + 1] = (byte) (scrambled >> 16);
        datagram[offset + 2] = (byte) (scrambled >> 8);
        datagram[offset + 3] = (byte) scrambled;
    }

    private static int mask(byte[] datagram, int offset, int length) {
        return word(datagram, offset, length, SIZE) ^ word(datagram, offset, length, 2 * SIZE);
    }

    private static int word(byte[] datagram, int offset, int length, int at) {
        int word = 0;
        for (int i = at; i < at + 4; i++) {
            word = word << 8 | (i < length ? datagram[offset + i] & 0xff : 0);
        }
        return word;
    }
}
