package org.altocumulus.protocol.crypto;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A key pair in each group for any number of sessions of this process, with exponents so short that
 * agreeing on keys costs little. They hide nothing: for sessions that carry nothing worth hiding,
 * as those of a load generator. To the other end they look and cost like any. Immutable;
 * thread-safe.
 */
public final class WeakKeys {
    private static final int EXPONENT_BITS = 64;

    private final Map<DhGroup, DhKeyPair> pairs = new EnumMap<>(DhGroup.class);

    /** Draws a pair in each of the groups. */
    public WeakKeys(List<DhGroup> groups, SecureRandom random) {
        for (DhGroup group : groups) {
            pairs.put(group, draw(group, random));
        }
    }

    private static DhKeyPair draw(DhGroup group, SecureRandom random) {
        while (true) {
            BigInteger exponent = new BigInteger(EXPONENT_BITS, random).setBit(EXPONENT_BITS - 1);
            DhKeyPair pair = DhKeyPair.of(group, exponent);
            if (pair.publicKey().length == group.keyLength() && pair.isSafe()) {
                return pair;
            }
        }
    }

    /** The pair in one of the groups. */
    DhKeyPair pair(DhGroup group) {
        return pairs.get(group);
    }
}
