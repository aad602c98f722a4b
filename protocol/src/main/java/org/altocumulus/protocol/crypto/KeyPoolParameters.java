package org.altocumulus.protocol.crypto;

/**
 * How a {@link KeyPool} makes key pairs ahead and whether it gives them out more than once.
 *
 * @param size pairs that lie ready in each group; 0 for none
 * @param reuseNanos how long a pair is given out after the first time, in nanoseconds; 0 for pairs
 *     that are used once
 * @param reuseHandshakes how many handshakes get the same pair at most within that time, at least 1
 */
public record KeyPoolParameters(int size, long reuseNanos, int reuseHandshakes) {
    /**
     * @throws IllegalArgumentException if a number is out of range
     */
    public KeyPoolParameters {
        if (size < 0 || reuseNanos < 0 || reuseHandshakes < 1) {
            throw new IllegalArgumentException(
                    size + " pairs, for " + reuseNanos + " ns and " + reuseHandshakes + " times");
        }
    }

    /** Pairs that lie ready, and are used once. */
    public static KeyPoolParameters ofSize(int size) {
        return new KeyPoolParameters(size, 0, 1);
    }

    boolean reuses() {
        return reuseNanos > 0 && reuseHandshakes > 1;
    }
}
