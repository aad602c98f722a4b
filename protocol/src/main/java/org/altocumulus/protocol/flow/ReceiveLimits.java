package org.altocumulus.protocol.flow;

/**
 * What a receive flow may hold.
 *
 * @param windowBytes BUFFER_CAPACITY, the receive window that is advertised when nothing is
 *     buffered (RFC 7016 §3.6.3.5), at least 1024
 * @param maxMessageBytes the longest message; a flow that sends a longer one is rejected
 * @param maxRanges ranges of sequence numbers above the cumulative one that are kept
 */
public record ReceiveLimits(int windowBytes, int maxMessageBytes, int maxRanges) {
    /** Checks the ranges of the values. */
    public ReceiveLimits {
        if (windowBytes < 1024 || maxMessageBytes < 1 || maxRanges < 1) {
            throw new IllegalArgumentException(
                    "windowBytes "
                            + windowBytes
                            + " >= 1024, maxMessageBytes "
                            + maxMessageBytes
                            + " >= 1, maxRanges "
                            + maxRanges
                            + " >= 1");
        }
    }
}
