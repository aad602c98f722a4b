package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * Loss in bursts: the model of Gilbert and Elliott, in time and not in datagrams, so that a burst
 * also ends when nobody sends. A link is in its good or in its bad state, each for a random time
 * without memory. In the good one the link loses what {@link LinkProfile#loss} says.
 *
 * @param goodTime how long the good state lasts on average, in nanoseconds, above 0
 * @param badTime how long the bad state lasts on average, in nanoseconds, above 0
 * @param loss the probability that a datagram is lost in the bad state
 */
public record BurstLoss(double goodTime, double badTime, double loss) {
    /** A link that is always in its good state. */
    public static final BurstLoss NONE = new BurstLoss(Double.POSITIVE_INFINITY, 1, 0);

    /**
     * Bursts in which all is lost.
     *
     * @param share of the time that they take, above 0 and below 1
     * @param milliseconds that one lasts on average
     */
    public static BurstLoss of(double share, long milliseconds) {
        double badTime = MILLISECONDS.toNanos(milliseconds);
        return new BurstLoss(badTime * (1 - share) / share, badTime, 1);
    }

    /** The probability of the bad state, {@code elapsed} after it was known to be {@code bad}. */
    double probabilityOfBad(boolean bad, long elapsed) {
        double stationary = badTime / (goodTime + badTime);
        double decay = Math.exp(-elapsed * (1 / goodTime + 1 / badTime));
        return stationary + ((bad ? 1 : 0) - stationary) * decay;
    }
}
