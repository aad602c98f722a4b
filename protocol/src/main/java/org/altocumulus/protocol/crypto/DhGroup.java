package org.altocumulus.protocol.crypto;

import java.math.BigInteger;
import java.util.Optional;
import org.bouncycastle.crypto.agreement.DHStandardGroups;
import org.bouncycastle.crypto.params.DHParameters;

/** The Diffie-Hellman MODP groups of the Flash profile by their IKE numbers (RFC 7425 §4.2). */
public enum DhGroup {
    /** RFC 2409 §6.2, the one that every client has; Flash Player has no other. */
    MODP_1024(2, 224),
    /** RFC 3526 §3. */
    MODP_2048(14, 320),
    /** RFC 3526 §5. */
    MODP_4096(16, 480);

    private static final DhGroup[] ALL = values();
    private static final int MARGIN_BITS = 24;
    private static final int MIN_BITS_OF_A_KIND = 16;

    private final int code;
    private final int exponentBits;

    DhGroup(int code, int exponentBits) {
        this.code = code;
        this.exponentBits = exponentBits;
    }

    /**
     * Prime and generator. Nobody needs them before the first key, and the first use of
     * BouncyCastle takes 0.2 s, in which the JDK checks the signature of its jar.
     */
    private DHParameters parameters() {
        return switch (this) {
            case MODP_1024 -> DHStandardGroups.rfc2409_1024;
            case MODP_2048 -> DHStandardGroups.rfc3526_2048;
            case MODP_4096 -> DHStandardGroups.rfc3526_4096;
        };
    }

    /** The group of an IKE number, if it is one of ours. */
    public static Optional<DhGroup> find(long code) {
        for (DhGroup group : ALL) {
            if (group.code == code) {
                return Optional.of(group);
            }
        }
        return Optional.empty();
    }

    /** The IKE number that stands for the group on the wire: 2, 14 or 16. */
    public int code() {
        return code;
    }

    /** Bytes of the modulus, the full length of a public key. */
    int keyLength() {
        return (modulus().bitLength() + 7) / 8;
    }

    /** Bits of the private exponents that we draw (RFC 3526 §8). */
    int exponentBits() {
        return exponentBits;
    }

    /** The prime. */
    BigInteger modulus() {
        return parameters().getP();
    }

    /**
     * A table that gives {@link #publicKey} of the exponents that we draw in half the time. Takes
     * 0.6 MB and some milliseconds in group 2, 4.7 MB and a tenth of a second in group 16: for who
     * makes key pairs by the hundred.
     */
    FixedBase powers() {
        return new FixedBase(parameters().getG(), modulus(), exponentBits);
    }

    /** The public key of a private exponent. */
    BigInteger publicKey(BigInteger exponent) {
        return parameters().getG().modPow(exponent, modulus());
    }

    /** What both sides have in common; {@code farKey} has been through {@link #checked}. */
    BigInteger agree(BigInteger farKey, BigInteger exponent) {
        return farKey.modPow(exponent, modulus());
    }

    /** A far public key as a number that is safe to use (RFC 7425 §4.6.2). */
    BigInteger checked(byte[] farKey) throws KeyingException {
        BigInteger key = new BigInteger(1, farKey);
        if (!isSafe(key)) {
            throw new KeyingException(
                    "unsafe public key of " + key.bitLength() + " bits in group " + code);
        }
        return key;
    }

    /** Not near the ends of the group and not made of nearly one kind of bits. */
    boolean isSafe(BigInteger key) {
        BigInteger highest = modulus().subtract(BigInteger.ONE.shiftLeft(MARGIN_BITS));
        int ones = key.bitCount();
        return key.bitLength() > MARGIN_BITS
                && key.compareTo(highest) <= 0
                && ones >= MIN_BITS_OF_A_KIND
                && key.bitLength() - ones >= MIN_BITS_OF_A_KIND;
    }
}
