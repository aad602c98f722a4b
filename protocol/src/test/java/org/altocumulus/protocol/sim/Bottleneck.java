package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.SECONDS;

/** A link of limited bandwidth behind a queue that drops what does not fit, for several routes. */
public final class Bottleneck {
    private static final long SECOND = SECONDS.toNanos(1);

    private final long bytesPerSecond;
    private final long queueBytes;
    private long busyUntil = Long.MIN_VALUE;
    private long carried;
    private long dropped;

    /**
     * @param bytesPerSecond of datagrams
     * @param queueBytes what may wait, the datagram that is being sent included
     */
    public Bottleneck(long bytesPerSecond, long queueBytes) {
        this.bytesPerSecond = bytesPerSecond;
        this.queueBytes = queueBytes;
    }

    /** The time until the last byte has left, or -1 if the queue is full. */
    long enter(long now, int bytes) {
        if (queuedBytes(now) + bytes > queueBytes) {
            dropped++;
            return -1;
        }
        carried += bytes;
        busyUntil = Math.max(busyUntil, now) + bytes * SECOND / bytesPerSecond;
        return busyUntil - now;
    }

    /** What waits now. */
    public long queuedBytes(long now) {
        return busyUntil <= now ? 0 : (busyUntil - now) * bytesPerSecond / SECOND;
    }

    /** Bytes that entered the queue. */
    public long carried() {
        return carried;
    }

    /** Datagrams that found the queue full. */
    public long dropped() {
        return dropped;
    }
}
