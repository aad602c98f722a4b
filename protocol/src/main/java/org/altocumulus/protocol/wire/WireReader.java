package org.altocumulus.protocol.wire;

import java.util.Arrays;
import java.util.Objects;

/**
 * Reads big-endian values from a part of a byte array and never beyond it. The array is shared, not
 * copied: what a reader or a {@link #slice} refers to lives as long as the array's owner says, for
 * a received packet until its processing ends.
 */
public final class WireReader {
    private byte[] array;
    private int position;
    private int limit;

    /** Reads the whole array. */
    public WireReader(byte[] array) {
        this(array, 0, array.length);
    }

    /**
     * Reads {@code length} bytes from {@code offset}.
     *
     * @throws IndexOutOfBoundsException if they are not all in the array
     */
    public WireReader(byte[] array, int offset, int length) {
        wrap(array, offset, length);
    }

    /** Makes this reader read another part of an array, so that one reader serves many packets. */
    public WireReader wrap(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        this.array = array;
        this.position = offset;
        this.limit = offset + length;
        return this;
    }

    /** The array that is read, shared. */
    public byte[] array() {
        return array;
    }

    /** Index in {@link #array} of the next byte. */
    public int position() {
        return position;
    }

    /** Bytes not yet read. */
    public int remaining() {
        return limit - position;
    }

    /** One byte, 0 to 255. */
    public int u8() throws WireException {
        require(1);
        return array[position++] & 0xff;
    }

    /** Two bytes, 0 to 65535. */
    public int u16() throws WireException {
        require(2);
        int value = (array[position] & 0xff) << 8 | (array[position + 1] & 0xff);
        position += 2;
        return value;
    }

    /** Three bytes, 0 to 2^24 - 1. */
    public int u24() throws WireException {
        require(3);
        int value =
                (array[position] & 0xff) << 16
                        | (array[position + 1] & 0xff) << 8
                        | (array[position + 2] & 0xff);
        position += 3;
        return value;
    }

    /** Four bytes as they are, the sign bit being the highest one. */
    public int i32() throws WireException {
        require(4);
        int value =
                (array[position] & 0xff) << 24
                        | (array[position + 1] & 0xff) << 16
                        | (array[position + 2] & 0xff) << 8
                        | (array[position + 3] & 0xff);
        position += 4;
        return value;
    }

    /** Four bytes, 0 to 2^32 - 1. */
    public long u32() throws WireException {
        return i32() & 0xffff_ffffL;
    }

    /** Eight bytes as they are. */
    public long i64() throws WireException {
        require(8);
        return (u32() << 32) | u32();
    }

    /**
     * A VLU, 0 to 2^63 - 1 (RFC 7016 §2.1.2).
     *
     * @throws WireException if it is not complete or larger than that
     */
    public long vlu() throws WireException {
        long value = 0;
        int at = position;
        while (at < limit) {
            int next = array[at++];
            if (value > (Long.MAX_VALUE >> 7)) {
                throw new WireException("VLU above 2^63 - 1");
            }
            value = value << 7 | (next & 0x7f);
            if (next >= 0) {
                position = at;
                return value;
            }
        }
        throw new WireException("VLU not complete after " + (limit - position) + " bytes");
    }

    /**
     * A VLU that says how many of the following bytes belong together.
     *
     * @throws WireException if fewer bytes than that remain
     */
    public int vluLength() throws WireException {
        int start = position;
        long length = vlu();
        if (length > remaining()) {
            int left = remaining();
            position = start;
            throw new WireException("length " + length + " with " + left + " bytes left");
        }
        return (int) length;
    }

    /** A copy of the next {@code count} bytes, which are seen to be there before it is made. */
    public byte[] bytes(int count) throws WireException {
        require(count);
        byte[] copy = Arrays.copyOfRange(array, position, position + count);
        position += count;
        return copy;
    }

    /** Fills an array with the next bytes. */
    public void bytes(byte[] into) throws WireException {
        require(into.length);
        System.arraycopy(array, position, into, 0, into.length);
        position += into.length;
    }

    /** A copy of all that remains. */
    public byte[] rest() {
        byte[] copy = Arrays.copyOfRange(array, position, limit);
        position = limit;
        return copy;
    }

    /** A reader of the next {@code count} bytes, sharing the array; this one goes on after them. */
    public WireReader slice(int count) throws WireException {
        require(count);
        WireReader slice = new WireReader(array, position, count);
        position += count;
        return slice;
    }

    /** Passes over {@code count} bytes. */
    public void skip(int count) throws WireException {
        require(count);
        position += count;
    }

    private void require(int count) throws WireException {
        if (count < 0 || count > limit - position) {
            throw new WireException(count + " bytes wanted, " + (limit - position) + " left");
        }
    }
}
