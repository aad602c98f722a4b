package org.altocumulus.protocol.crypto;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * A Diffie-Hellman key pair of ours. Public keys and secrets are unsigned, big-endian and without
 * leading zero bytes. Immutable; thread-safe.
 */
final class DhKeyPair {
    private final DhGroup group;
    private final BigInteger exponent;
    private final byte[] publicKey;

    private DhKeyPair(DhGroup group, BigInteger exponent, byte[] publicKey) {
        this.group = group;
        this.exponent = exponent;
        this.publicKey = publicKey;
    }

    /**
     * Draws a pair whose public key has the full length of the group, as some clients look for what
     * follows it at a fixed offset. Takes 0.1 ms in group 2 and milliseconds in group 16.
     */
    static DhKeyPair generate(DhGroup group, SecureRandom random) {
        return generate(group, random, group::publicKey);
    }

    /**
     * The same with another way to compute public keys.
     *
     * @param publicKeys gives what {@link DhGroup#publicKey} does for exponents that we draw
     */
    static DhKeyPair generate(
            DhGroup group, SecureRandom random, UnaryOperator<BigInteger> publicKeys) {
        while (true) {
            int bits = group.exponentBits();
            BigInteger exponent = new BigInteger(bits, random).setBit(bits - 1);
            DhKeyPair pair = new DhKeyPair(group, exponent, unsigned(publicKeys.apply(exponent)));
            if (pair.publicKey.length == group.keyLength() && pair.isSafe()) {
                return pair;
            }
        }
    }

    /** The pair of a private exponent, whatever length its public key has. */
    static DhKeyPair of(DhGroup group, BigInteger exponent) {
        return new DhKeyPair(group, exponent, unsigned(group.publicKey(exponent)));
    }

    /** The group of both keys. */
    DhGroup group() {
        return group;
    }

    /** The private exponent; whoever has it can pose as the owner. */
    BigInteger exponent() {
        return exponent;
    }

    /** The public key, shared and not to be changed. */
    byte[] publicKey() {
        return publicKey;
    }

    /** Whether another side would take the public key. */
    boolean isSafe() {
        return group.isSafe(new BigInteger(1, publicKey));
    }

    /**
     * The secret in common with the owner of {@code farKey}, possibly shorter than the modulus.
     *
     * @throws KeyingException if the far key is not safe to use
     */
    byte[] sharedSecret(byte[] farKey) throws KeyingException {
        return unsigned(group.agree(group.checked(farKey), exponent));
    }

    private static byte[] unsigned(BigInteger value) {
        byte[] bytes = value.toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    /** The group alone. */
    @Override
    public String toString() {
        return "DhKeyPair of " + group;
    }
}
