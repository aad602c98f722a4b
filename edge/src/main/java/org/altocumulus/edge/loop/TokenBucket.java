package org.altocumulus.edge.loop;

/** Admits so much at once and so much in a time. Times are nanoseconds. Belongs to one loop. */
public final class TokenBucket {
    private final long interval;
    private final long burst;
    private long fullAt = Long.MIN_VALUE / 2;

    /**
     * A full bucket.
     *
     * @param interval in which it gets one token
     * @param tokens that it holds, at least 1
     */
    public TokenBucket(long interval, int tokens) {
        this.interval = interval;
        this.burst = interval * tokens;
    }

    /** Takes a token; false if there is none. */
    public boolean admits(long now) {
        long after = Math.max(fullAt, now) + interval;
        if (after - now > burst) {
            return false;
        }
        fullAt = after;
        return true;
    }
}
