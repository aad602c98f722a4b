package org.altocumulus.protocol.amf;

/**
 * A signed integer of 29 bits, which AMF3 alone has.
 *
 * @param value {@link #MIN} to {@link #MAX}
 */
public record AmfInteger(int value) implements AmfValue {
    /** -2^28. */
    public static final int MIN = -(1 << 28);

    /** 2^28 - 1. */
    public static final int MAX = (1 << 28) - 1;

    /**
     * @throws IllegalArgumentException if the value takes more than 29 bits
     */
    public AmfInteger {
        if (value < MIN || value > MAX) {
            throw new IllegalArgumentException(value + ": expected " + MIN + " to " + MAX);
        }
    }

    @Override
    public double toNumber(double otherwise) {
        return value;
    }
}
