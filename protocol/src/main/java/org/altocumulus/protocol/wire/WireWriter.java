package org.altocumulus.protocol.wire;

import java.util.Arrays;
import java.util.Objects;

/**
 * Writes big-endian values into a part of a byte array and never beyond it. Callers that fill a
 * packet ask {@link #remaining} first; to run over the end is an error of ours and throws.
 */
public final class WireWriter {
    private byte[] array;
    private int start;
    private int position;
    private int limit;

    /** Writes a new array of {@code capacity} bytes. */
    public WireWriter(int capacity) {
        this(new byte[capacity], 0, capacity);
    }

    /** Writes at most {@code length} bytes from {@code offset}; the array is shared. */
    public WireWriter(byte[] array, int offset, int length) {
        wrap(array, offset, length);
    }

    /** Makes this writer write another part of an array, so that one serves many packets. */
    public WireWriter wrap(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        this.array = array;
        this.start = offset;
        this.position = offset;
        this.limit = offset + length;
        return this;
    }

    /** The array that is written, shared. */
    public byte[] array() {
        return array;
    }

    /** Index in {@link #array} of the next byte. */
    public int position() {
        return position;
    }

    /** Goes back (or forth) to a position between the start and the limit of this writer. */
    public void position(int position) {
        if (position < start || position > limit) {
            throw new IndexOutOfBoundsException(position + " not in " + start + ".." + limit);
        }
        this.position = position;
    }

    /** Bytes written so far. */
    public int written() {
        return position - start;
    }

    /** Bytes that still have room. */
    public int remaining() {
        return limit - position;
    }

    /** One byte, the low eight bits of {@code value}. */
    public WireWriter u8(int value) {
        require(1);
        array[position++] = (byte) value;
        return this;
    }

    /** Two bytes, the low 16 bits of {@code value}. */
    public WireWriter u16(int value) {
        require(2);
        array[position++] = (byte) (value >> 8);
        array[position++] = (byte) value;
        return this;
    }

    /** Three bytes, the low 24 bits of {@code value}. */
    public WireWriter u24(int value) {
        require(3);
        array[position++] = (byte) (value >> 16);
        array[position++] = (byte) (value >> 8);
        array[position++] = (byte) value;
        return this;
    }

    /** Four bytes. */
    public WireWriter i32(int value) {
        require(4);
        array[position++] = (byte) (value >> 24);
        array[position++] = (byte) (value >> 16);
        array[position++] = (byte) (value >> 8);
        array[position++] = (byte) value;
        return this;
    }

    /** Eight bytes. */
    public WireWriter i64(long value) {
        return i32((int) (value >> 32)).i32((int) value);
    }

    /**
     * A VLU (RFC 7016 §2.1.2).
     *
     * @throws IllegalArgumentException if the value is negative
     */
    public WireWriter vlu(long value) {
        int size = Vlu.size(value);
        require(size);
        for (int shift = 7 * (size - 1); shift > 0; shift -= 7) {
            array[position++] = (byte) (value >> shift | 0x80);
        }
        array[position++] = (byte) (value & 0x7f);
        return this;
    }

    /** All of {@code bytes}. */
    public WireWriter bytes(byte[] bytes) {
        return bytes(bytes, 0, bytes.length);
    }

    /** A part of {@code bytes}. */
    public WireWriter bytes(byte[] bytes, int offset, int length) {
        require(length);
        System.arraycopy(bytes, offset, array, position, length);
        position += length;
        return this;
    }

    /** {@code count} times the same byte. */
    public WireWriter fill(int value, int count) {
        require(count);
        Arrays.fill(array, position, position + count, (byte) value);
        position += count;
        return this;
    }

    /** A copy of what was written. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(array, start, position);
    }

    private void require(int count) {
        if (count < 0 || count > limit - position) {
            throw new IndexOutOfBoundsException(
                    count + " bytes to write, room for " + (limit - position));
        }
    }
}
