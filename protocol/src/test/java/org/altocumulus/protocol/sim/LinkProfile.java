package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * What a link does to datagrams. Times are nanoseconds, rates are probabilities.
 *
 * @param loss how many are lost, each by itself
 * @param bursts of further losses
 * @param duplication how many arrive twice
 * @param reordering how many are held back until later ones have overtaken them
 * @param delay how long each takes
 * @param jitter how much longer it may take, evenly distributed
 * @param bytesPerSecond bandwidth, 0 for no limit
 * @param queueBytes what may wait for the bandwidth; more is lost
 */
public record LinkProfile(
        double loss,
        BurstLoss bursts,
        double duplication,
        double reordering,
        long delay,
        long jitter,
        long bytesPerSecond,
        int queueBytes) {
    /** Nothing but a delay of 10 ms. */
    public static final LinkProfile GOOD =
            new LinkProfile(0, BurstLoss.NONE, 0, 0, MILLISECONDS.toNanos(10), 0, 0, 0);

    /** The most that a reordered datagram is held back. */
    static final long HOLD = MILLISECONDS.toNanos(60);

    public LinkProfile withLoss(double newLoss) {
        return new LinkProfile(
                newLoss,
                bursts,
                duplication,
                reordering,
                delay,
                jitter,
                bytesPerSecond,
                queueBytes);
    }

    public LinkProfile withBursts(BurstLoss newBursts) {
        return new LinkProfile(
                loss,
                newBursts,
                duplication,
                reordering,
                delay,
                jitter,
                bytesPerSecond,
                queueBytes);
    }

    public LinkProfile withDuplication(double newDuplication) {
        return new LinkProfile(
                loss,
                bursts,
                newDuplication,
                reordering,
                delay,
                jitter,
                bytesPerSecond,
                queueBytes);
    }

    public LinkProfile withReordering(double newReordering) {
        return new LinkProfile(
                loss,
                bursts,
                duplication,
                newReordering,
                delay,
                jitter,
                bytesPerSecond,
                queueBytes);
    }

    public LinkProfile withDelay(long newDelay) {
        return new LinkProfile(
                loss,
                bursts,
                duplication,
                reordering,
                newDelay,
                jitter,
                bytesPerSecond,
                queueBytes);
    }

    public LinkProfile withJitter(long newJitter) {
        return new LinkProfile(
                loss,
                bursts,
                duplication,
                reordering,
                delay,
                newJitter,
                bytesPerSecond,
                queueBytes);
    }

    public LinkProfile withBandwidth(long newBytesPerSecond, int newQueueBytes) {
        return new LinkProfile(
                loss,
                bursts,
                duplication,
                reordering,
                delay,
                jitter,
                newBytesPerSecond,
                newQueueBytes);
    }
}
