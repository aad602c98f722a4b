package org.altocumulus.protocol.crypto;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** SecureRandoms that give the same for the same seed. */
final class SeededRandom {
    private SeededRandom() {}

    static SecureRandom of(long seed) {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(seed);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
