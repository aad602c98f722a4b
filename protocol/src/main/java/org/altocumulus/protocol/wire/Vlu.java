package org.altocumulus.protocol.wire;

/**
 * Sizes of Variable Length Unsigned integers (RFC 7016 §2.1.2): seven bits a byte, most significant
 * first, the high bit set on all but the last byte.
 *
 * <p>We handle values from 0 to 2^63 - 1. The RFC asks for 2^64 - 1, but no peer that sends a
 * hundred million fragments a second could reach the difference in a thousand years, and a value
 * above it is treated as malformed.
 */
public final class Vlu {
    /** Bytes that the largest value takes. */
    public static final int MAX_SIZE = 9;

    private Vlu() {}

    /**
     * Bytes that {@code value} takes, 1 to {@link #MAX_SIZE}.
     *
     * @throws IllegalArgumentException if the value is negative
     */
    public static int size(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("a VLU is not negative: " + value);
        }
        int significant = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
        return (significant + 6) / 7;
    }
}
