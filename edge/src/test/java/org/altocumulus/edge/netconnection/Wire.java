package org.altocumulus.edge.netconnection;

import java.util.Random;

/** One direction of the way between two sessions. */
final class Wire {
    static final long DELAY = 10_000_000;

    private long bytesPerSecond = Long.MAX_VALUE;
    private int bufferBytes = Integer.MAX_VALUE;
    private boolean cut;
    private Random random;
    private double loss;
    private long freeAt = Long.MIN_VALUE;

    /** Datagrams leave at this rate and wait in a buffer; those that find it full are lost. */
    void limit(long rate, int buffer) {
        bytesPerSecond = rate;
        bufferBytes = buffer;
    }

    /** Loses datagrams by chance. */
    void lose(double share, long seed) {
        loss = share;
        random = new Random(seed);
    }

    /** Loses everything from now on, or no longer. */
    void cut(boolean nothingPasses) {
        cut = nothingPasses;
    }

    /** When a datagram arrives that is sent now, or -1 if it is lost. */
    long arrival(long now, int length) {
        if (cut || (loss > 0 && random.nextDouble() < loss)) {
            return -1;
        }
        if (bytesPerSecond == Long.MAX_VALUE) {
            return now + DELAY;
        }
        long start = Math.max(now, freeAt);
        if ((double) (start - now) * bytesPerSecond / 1e9 > bufferBytes) {
            return -1;
        }
        freeAt = start + length * 1_000_000_000L / bytesPerSecond;
        return freeAt + DELAY;
    }
}
