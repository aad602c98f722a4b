package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * When the pieces of work of a steady rate are meant to begin, whether or not they do: latency is
 * counted from there, so that work that was held up by earlier work shows it.
 *
 * @param start the time of the first one, in nanoseconds
 * @param perSecond above 0
 */
record Schedule(long start, double perSecond) {
    /**
     * @throws IllegalArgumentException if the rate is not above 0
     */
    Schedule {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate " + perSecond);
        }
    }

    /** When number {@code index}, from 0, is meant to begin. */
    long at(long index) {
        return start + (long) (index * (SECONDS.toNanos(1) / perSecond));
    }
}
