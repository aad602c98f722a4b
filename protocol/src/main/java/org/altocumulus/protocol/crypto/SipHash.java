package org.altocumulus.protocol.crypto;

/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed hash of short inputs, so that nobody who does
 * not know the key can choose inputs that collide. Not thread-safe.
 */
public final class SipHash {
    private final long key0;
    private final long key1;
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    /** A hash under a key of 128 bits. */
    public SipHash(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    /** The hash of a part of an array. */
    public long hash(byte[] array, int offset, int length) {
        v0 = key0 ^ 0x736f6d6570736575L;
        v1 = key1 ^ 0x646f72616e646f6dL;
        v2 = key0 ^ 0x6c7967656e657261L;
        v3 = key1 ^ 0x7465646279746573L;
        int whole = length & ~7;
        for (int at = 0; at <= whole; at += 8) {
            long word =
                    at < whole
                            ? word(array, offset + at, 8)
                            : word(array, offset + whole, length - whole) | (long) length << 56;
            v3 ^= word;
            mix(2);
            v0 ^= word;
        }
        v2 ^= 0xff;
        mix(4);
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private void mix(int rounds) {
        for (int round = 0; round < rounds; round++) {
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
        }
    }

    private static long word(byte[] array, int offset, int length) {
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (array[offset + i] & 0xffL) << (8 * i);
        }
        return word;
    }
}
