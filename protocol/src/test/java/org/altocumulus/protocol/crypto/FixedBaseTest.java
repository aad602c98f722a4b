package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.SecureRandom;
import org.altocumulus.protocol.sim.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedBaseTest {
    private final SecureRandom random = SeededRandom.of(11);

    @ParameterizedTest
    @EnumSource
    void powersAreThoseOfTheGroup(DhGroup group) {
        int bits = group.exponentBits();
        FixedBase table = group.powers();
        for (int i = 0; i < 20; i++) {
            assertPower(table, BigInteger.TWO, new BigInteger(bits, random), group.modulus());
        }
        BigInteger longest = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        assertPower(table, BigInteger.TWO, longest, group.modulus());
        assertPower(table, BigInteger.TWO, BigInteger.ZERO, group.modulus());
        assertPower(table, BigInteger.TWO, BigInteger.ONE, group.modulus());
    }

    /** Small enough for all exponents, with windows that end within bytes. */
    @Test
    void everyExponentIsRight() {
        for (long modulus : new long[] {3, 5, 251, 257, 65_521, 0xffff_fffbL, 0x1_0000_000fL}) {
            BigInteger m = BigInteger.valueOf(modulus);
            for (BigInteger base : new BigInteger[] {BigInteger.ONE, BigInteger.TWO}) {
                FixedBase table = new FixedBase(base, m, 13);
                for (int exponent = 0; exponent < 1 << 13; exponent++) {
                    assertPower(table, base, BigInteger.valueOf(exponent), m);
                }
            }
        }
    }

    @Test
    void basesNearTheModulusAreRight() {
        BigInteger modulus = DhGroup.MODP_1024.modulus();
        for (int i = 1; i < 20; i++) {
            BigInteger base = modulus.subtract(BigInteger.valueOf(i));
            FixedBase table = new FixedBase(base, modulus, 24);
            assertPower(table, base, new BigInteger(24, random), modulus);
        }
    }

    @Test
    void exponentsBeyondTheTableAreRefused() {
        FixedBase table = new FixedBase(BigInteger.TWO, BigInteger.valueOf(257), 12);
        for (BigInteger exponent :
                new BigInteger[] {BigInteger.ONE.negate(), BigInteger.ONE.shiftLeft(12)}) {
            assertThatThrownBy(() -> table.pow(exponent))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Montgomery's form needs an inverse of the modulus modulo 2^32. */
    @ParameterizedTest
    @ValueSource(longs = {-3, 0, 1, 2, 256})
    void aModulusThatIsEvenOrTooSmallIsRefused(long modulus) {
        BigInteger m = BigInteger.valueOf(modulus);
        assertThatThrownBy(() -> new FixedBase(BigInteger.ONE, m, 12))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertPower(
            FixedBase table, BigInteger base, BigInteger exponent, BigInteger modulus) {
        if (!table.pow(exponent).equals(base.modPow(exponent, modulus))) {
            throw new AssertionError(base + " to " + exponent + " modulo " + modulus);
        }
    }
}
