package org.altocumulus.protocol.crypto;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Multiplication modulo an odd number in Montgomery's form: a number {@code x} is kept as {@code x
 * * R} modulo the modulus, and a product is divided by {@code R} by additions alone. BigInteger has
 * that inside {@code modPow} only, and what it offers instead allocates 2 kB for each product.
 *
 * <p>Numbers are limbs of 32 bits, the lowest first. There is one limb more than the modulus needs:
 * all numbers stay below twice the modulus without being compared with it. Immutable; thread-safe.
 */
final class Montgomery {
    private static final long MASK = 0xffff_ffffL;

    private final BigInteger modulus;
    private final int[] limbs;

    /** {@code -1 / modulus} modulo 2^32. */
    private final int negativeInverse;

    /**
     * @throws IllegalArgumentException if the modulus is even or less than 3
     */
    Montgomery(BigInteger modulus) {
        if (modulus.signum() < 0 || modulus.bitLength() < 2 || !modulus.testBit(0)) {
            throw new IllegalArgumentException("expected an odd modulus of 3 or more");
        }
        this.modulus = modulus;
        this.limbs = new int[(modulus.bitLength() + Integer.SIZE - 1) / Integer.SIZE + 1];
        split(modulus, limbs);
        BigInteger word = BigInteger.ONE.shiftLeft(Integer.SIZE);
        this.negativeInverse = modulus.modInverse(word).negate().intValue();
    }

    /** Room for a number. */
    int[] newNumber() {
        return new int[limbs.length];
    }

    /** Takes a number of 0 or more into the form. */
    int[] encode(BigInteger number) {
        int[] encoded = newNumber();
        split(number.shiftLeft(limbs.length * Integer.SIZE).mod(modulus), encoded);
        return encoded;
    }

    /** Takes a number out of the form; the result is less than the modulus. */
    BigInteger decode(int[] encoded) {
        int[] one = newNumber();
        one[0] = 1;
        int[] plain = newNumber();
        multiply(encoded, one, plain);
        ByteBuffer bigEndian = ByteBuffer.allocate(plain.length * Integer.BYTES);
        for (int i = plain.length - 1; i >= 0; i--) {
            bigEndian.putInt(plain[i]);
        }
        return new BigInteger(1, bigEndian.array()).mod(modulus);
    }

    /**
     * Multiplies two numbers in the form; limb for limb, each time taking away the lowest limb by
     * adding that multiple of the modulus which makes it zero.
     *
     * @param product neither of the other two
     */
    void multiply(int[] a, int[] b, int[] product) {
        int[] m = limbs;
        int last = m.length - 1;
        Arrays.fill(product, 0);
        for (int limb : a) {
            long factor = limb & MASK;
            long sum = (product[0] & MASK) + factor * (b[0] & MASK);
            long multiple = (sum * negativeInverse) & MASK;
            long reduced = (sum & MASK) + multiple * (m[0] & MASK);
            for (int j = 1; j <= last; j++) {
                sum = (sum >>> Integer.SIZE) + (product[j] & MASK) + factor * (b[j] & MASK);
                reduced = (reduced >>> Integer.SIZE) + (sum & MASK) + multiple * (m[j] & MASK);
                product[j - 1] = (int) reduced;
            }
            product[last] = (int) ((sum >>> Integer.SIZE) + (reduced >>> Integer.SIZE));
        }
    }

    private static void split(BigInteger number, int[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = number.shiftRight(i * Integer.SIZE).intValue();
        }
    }
}
