package org.altocumulus.relay;

import java.util.random.RandomGenerator;

/**
 * Decides what becomes of each datagram in one direction of a path: whether it is lost, and when it
 * arrives. It has no clock and carries nothing. Not thread-safe.
 */
public final class ImpairedLink {
    private static final long SECOND = 1_000_000_000L;
    private static final long[] LOST = {};

    private final LinkConditions conditions;
    private final RandomGenerator random;
    private final LinkCounters counters;
    private boolean inBurst;
    private long busyUntil = Long.MIN_VALUE;
    private long lastArrival = Long.MIN_VALUE;

    /** A link whose decisions come from {@code random} and are counted in {@code counters}. */
    public ImpairedLink(LinkConditions conditions, RandomGenerator random, LinkCounters counters) {
        this.conditions = conditions;
        this.random = random;
        this.counters = counters;
    }

    /**
     * The times at which a datagram arrives: none if it is lost, two if it is doubled.
     *
     * @param now nanoseconds of any monotonic clock, never less than before
     * @param bytes of the datagram
     */
    public long[] arrivals(long now, int bytes) {
        counters.received.increment();
        counters.receivedBytes.add(bytes);
        if (isInBurst()) {
            counters.lostInBursts.increment();
            return LOST;
        }
        if (happens(conditions.loss())) {
            counters.lost.increment();
            return LOST;
        }
        long departure = departure(now, bytes);
        if (departure < now) {
            counters.lostInQueue.increment();
            return LOST;
        }
        long arrival = Math.max(lastArrival, departure + delay());
        lastArrival = arrival;
        if (happens(conditions.reordering())) {
            counters.heldBack.increment();
            arrival += hold();
        }
        if (happens(conditions.duplication())) {
            counters.duplicated.increment();
            return new long[] {arrival, arrival + hold()};
        }
        return new long[] {arrival};
    }

    /** Each datagram of a burst may be its last one, so that lengths vary about their mean. */
    private boolean isInBurst() {
        boolean lost = inBurst || happens(conditions.burst());
        inBurst = lost && !happens(1 / conditions.burstLength());
        return lost;
    }

    /** When the last byte is on the link, or a time before {@code now} if the queue is full. */
    private long departure(long now, int bytes) {
        if (conditions.bytesPerSecond() == 0) {
            return now;
        }
        long free = Math.max(busyUntil, now);
        long queued = (free - now) * conditions.bytesPerSecond() / SECOND;
        if (queued + bytes > conditions.queueBytes()) {
            return now - 1;
        }
        busyUntil = free + bytes * SECOND / conditions.bytesPerSecond();
        return busyUntil;
    }

    private long delay() {
        long jitter = conditions.jitter();
        return conditions.delay() + (jitter == 0 ? 0 : random.nextLong(-jitter, jitter + 1));
    }

    private long hold() {
        return 1 + random.nextLong(conditions.hold());
    }

    private boolean happens(double chance) {
        return chance > 0 && random.nextDouble() < chance;
    }
}
