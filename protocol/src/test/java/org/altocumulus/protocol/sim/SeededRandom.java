package org.altocumulus.protocol.sim;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** SecureRandoms that give the same for the same seed. */
public final class SeededRandom {
    private SeededRandom() {}

    public static SecureRandom of(long seed) {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(seed);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
