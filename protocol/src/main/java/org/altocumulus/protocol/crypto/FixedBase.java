package org.altocumulus.protocol.crypto;

import java.math.BigInteger;

/**
 * Powers of one base, so many that any other one is a product of some of them: an exponent is cut
 * into windows of {@value #WINDOW} bits, and for each window at its place all powers are there. A
 * power takes a multiplication for each window, and no squaring; a table takes {@code 2^WINDOW}
 * multiplications for each window once. Immutable; thread-safe.
 *
 * <p>As little as {@link BigInteger#modPow} does it take the same time, or touch the same memory,
 * whatever the exponent is.
 */
final class FixedBase {
    /** In group 2 a table of half a megabyte; 8 bits save a fifth of the time and take 1.3 MB. */
    private static final int WINDOW = 6;

    private static final int MASK = (1 << WINDOW) - 1;

    private final BigInteger modulus;
    private final int modulusBits;

    /** {@code 2^(2 * modulusBits) / modulus}, for divisions without a division. */
    private final BigInteger reciprocal;

    /** {@code [i][d]} is base to the power of {@code d * 2^(i * WINDOW)}. */
    private final BigInteger[][] powers;

    /**
     * Computes the table.
     *
     * @param base at least 1 and less than {@code modulus}
     * @param exponentBits of the longest exponent
     */
    FixedBase(BigInteger base, BigInteger modulus, int exponentBits) {
        this.modulus = modulus;
        this.modulusBits = modulus.bitLength();
        this.reciprocal = BigInteger.ONE.shiftLeft(2 * modulusBits).divide(modulus);
        this.powers = new BigInteger[(exponentBits + WINDOW - 1) / WINDOW][1 << WINDOW];
        BigInteger step = base;
        for (BigInteger[] row : powers) {
            row[0] = BigInteger.ONE;
            for (int digit = 1; digit < row.length; digit++) {
                row[digit] = product(row[digit - 1], step);
            }
            step = product(row[MASK], step);
        }
    }

    /**
     * The base to the power of {@code exponent}.
     *
     * @throws IllegalArgumentException if the exponent is negative or longer than the table
     */
    BigInteger pow(BigInteger exponent) {
        if (exponent.signum() < 0 || exponent.bitLength() > powers.length * WINDOW) {
            throw new IllegalArgumentException("exponent of " + exponent.bitLength() + " bits");
        }
        byte[] bigEndian = exponent.toByteArray();
        BigInteger power = BigInteger.ONE;
        for (int i = 0; i < powers.length; i++) {
            power = product(power, powers[i][digit(bigEndian, i * WINDOW)]);
        }
        return power;
    }

    /** The window whose lowest bit is bit {@code from}; bits beyond the bytes are 0. */
    private static int digit(byte[] bigEndian, int from) {
        int index = bigEndian.length - 1 - from / Byte.SIZE;
        int low = index >= 0 ? bigEndian[index] & 0xff : 0;
        int high = index >= 1 ? bigEndian[index - 1] & 0xff : 0;
        return (high << Byte.SIZE | low) >>> from % Byte.SIZE & MASK;
    }

    /**
     * Both less than the modulus. Barrett's reduction: the quotient, estimated with the reciprocal,
     * is at most 2 too small.
     */
    private BigInteger product(BigInteger a, BigInteger b) {
        BigInteger product = a.multiply(b);
        BigInteger quotient =
                product.shiftRight(modulusBits - 1)
                        .multiply(reciprocal)
                        .shiftRight(modulusBits + 1);
        BigInteger rest = product.subtract(quotient.multiply(modulus));
        while (rest.compareTo(modulus) >= 0) {
            rest = rest.subtract(modulus);
        }
        return rest;
    }
}
