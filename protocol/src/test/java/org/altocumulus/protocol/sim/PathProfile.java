package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * A path with one narrow link, in the direction of the data.
 *
 * @param bytesPerSecond what the narrow link carries of datagrams, UDP and IP headers not counted
 * @param roundTrip when the queue is empty, in nanoseconds
 * @param queueBytes what waits at most in front of the narrow link
 * @param loss how many datagrams are lost at random, in both directions
 * @param jitter by how much a datagram may take longer than another, in nanoseconds, each way:
 *     those behind overtake it
 */
public record PathProfile(
        long bytesPerSecond, long roundTrip, long queueBytes, double loss, long jitter) {
    private static final long BYTES_PER_MEGABIT = 125_000;

    /** A path whose queue takes one bandwidth-delay product, without random loss. */
    public static PathProfile of(double megabitsPerSecond, long roundTripMillis) {
        long bytesPerSecond = (long) (megabitsPerSecond * BYTES_PER_MEGABIT);
        long roundTrip = MILLISECONDS.toNanos(roundTripMillis);
        long product = (long) ((double) bytesPerSecond * roundTrip / SECONDS.toNanos(1));
        return new PathProfile(bytesPerSecond, roundTrip, product, 0, 0);
    }

    public PathProfile withLoss(double newLoss) {
        return new PathProfile(bytesPerSecond, roundTrip, queueBytes, newLoss, jitter);
    }

    public PathProfile withRoundTrip(long newRoundTrip) {
        return new PathProfile(bytesPerSecond, newRoundTrip, queueBytes, loss, jitter);
    }

    public PathProfile withJitter(long newJitter) {
        return new PathProfile(bytesPerSecond, roundTrip, queueBytes, loss, newJitter);
    }

    /** The links at both sides of the narrow one. */
    LinkProfile link() {
        return LinkProfile.GOOD.withDelay(roundTrip / 2).withLoss(loss).withJitter(jitter);
    }
}
