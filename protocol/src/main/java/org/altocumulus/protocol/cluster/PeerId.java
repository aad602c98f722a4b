package org.altocumulus.protocol.cluster;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The fingerprint of a client's certificate, in the four numbers that its 32 bytes are: an origin
 * holds very many.
 *
 * @param a the first 8 bytes, the first one highest
 * @param b the next
 * @param c the next
 * @param d the last
 */
public record PeerId(long a, long b, long c, long d) implements Comparable<PeerId> {
    /** Bytes of an id. */
    public static final int LENGTH = 32;

    /** Digits of an id in hex. */
    static final int DIGITS = 2 * LENGTH;

    private static final HexFormat HEX = HexFormat.of();
    private static final int NUMBER_DIGITS = 16;

    /** The id with those {@link #LENGTH} bytes. */
    public static PeerId of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException(
                    "a peer id has " + LENGTH + " bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new PeerId(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    /** Reads 64 digits of hex. */
    static PeerId read(String key, String text) throws LinkRefusal {
        if (text.length() == DIGITS) {
            try {
                return new PeerId(
                        number(text, 0), number(text, 1), number(text, 2), number(text, 3));
            } catch (IllegalArgumentException e) {
                // falls through to the refusal
            }
        }
        throw Frame.bad(key, text, DIGITS + " digits of hex");
    }

    private static long number(String text, int index) {
        int from = index * NUMBER_DIGITS;
        return HexFormat.fromHexDigitsToLong(text, from, from + NUMBER_DIGITS);
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return ByteBuffer.allocate(LENGTH).putLong(a).putLong(b).putLong(c).putLong(d).array();
    }

    /** So that ids that were chosen to collide in a hash table cost little. */
    @Override
    public int compareTo(PeerId other) {
        int order = Long.compare(a, other.a);
        order = order != 0 ? order : Long.compare(b, other.b);
        order = order != 0 ? order : Long.compare(c, other.c);
        return order != 0 ? order : Long.compare(d, other.d);
    }

    /** The 64 digits of it in hex, as applications know it. */
    @Override
    public String toString() {
        return HEX.toHexDigits(a) + HEX.toHexDigits(b) + HEX.toHexDigits(c) + HEX.toHexDigits(d);
    }
}
