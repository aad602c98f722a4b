package org.altocumulus.origin.redirect;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.crypto.SipHash;

/**
 * How many hellos each tag has sent: the one thing that is kept for strangers, so in a table of
 * fixed size, in which the tag that was counted longest ago is forgotten first. Nothing is
 * allocated after the constructor.
 *
 * <p>Tags are kept as 64 bits of a keyed hash: a stranger cannot choose tags that share a bucket or
 * a count. Two that do by chance are counted as one, which costs one of them a redirect.
 */
public final class HelloCounter {
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(1);
    private static final int NONE = -1;

    private final SipHash hash;
    private final int[] buckets;
    private final int[] nextInBucket;
    private final int[] older;
    private final int[] newer;
    private final long[] tags;
    private final long[] countedAt;
    private final int[] counts;
    private int used;
    private int oldest = NONE;
    private int newest = NONE;

    /**
     * @param capacity tags that are remembered, 1 to 2^24
     * @param seed0 with {@code seed1}, strong random numbers that nobody else knows
     */
    public HelloCounter(int capacity, long seed0, long seed1) {
        if (capacity < 1 || capacity > 1 << 24) {
            throw new IllegalArgumentException(capacity + " tags: expected 1 to 2^24");
        }
        hash = new SipHash(seed0, seed1);
        buckets = new int[Integer.highestOneBit(2 * capacity - 1)];
        Arrays.fill(buckets, NONE);
        nextInBucket = new int[capacity];
        older = new int[capacity];
        newer = new int[capacity];
        tags = new long[capacity];
        countedAt = new long[capacity];
        counts = new int[capacity];
    }

    /**
     * Counts a hello. Those of a tag that follow a counted one within a second are not counted: a
     * client that keeps its first address among the redirected ones says hello twice per round.
     *
     * @return the number of this hello, from 1; negative if it was not counted, for the number of
     *     the one that was
     */
    public int count(byte[] array, int offset, int length, long now) {
        long tag = hash.hash(array, offset, length);
        int entry = find(tag);
        if (entry == NONE) {
            entry = used < tags.length ? used++ : forgetOldest();
            add(entry, tag);
        } else if (now - countedAt[entry] < WINDOW) {
            return -counts[entry];
        } else {
            unlink(entry);
            counts[entry] += counts[entry] < Integer.MAX_VALUE ? 1 : 0;
        }
        linkAsNewest(entry);
        countedAt[entry] = now;
        return counts[entry];
    }

    /** Tags that are remembered. */
    public int size() {
        return used;
    }

    private int find(long tag) {
        int entry = buckets[bucket(tag)];
        while (entry != NONE && tags[entry] != tag) {
            entry = nextInBucket[entry];
        }
        return entry;
    }

    private void add(int entry, long tag) {
        tags[entry] = tag;
        counts[entry] = 1;
        nextInBucket[entry] = buckets[bucket(tag)];
        buckets[bucket(tag)] = entry;
    }

    private int forgetOldest() {
        int entry = oldest;
        unlink(entry);
        int bucket = bucket(tags[entry]);
        if (buckets[bucket] == entry) {
            buckets[bucket] = nextInBucket[entry];
        } else {
            int before = buckets[bucket];
            while (nextInBucket[before] != entry) {
                before = nextInBucket[before];
            }
            nextInBucket[before] = nextInBucket[entry];
        }
        return entry;
    }

    private int bucket(long tag) {
        return (int) tag & (buckets.length - 1);
    }

    private void linkAsNewest(int entry) {
        older[entry] = newest;
        newer[entry] = NONE;
        if (newest == NONE) {
            oldest = entry;
        } else {
            newer[newest] = entry;
        }
        newest = entry;
    }

    private void unlink(int entry) {
        if (older[entry] == NONE) {
            oldest = newer[entry];
        } else {
            newer[older[entry]] = newer[entry];
        }
        if (newer[entry] == NONE) {
            newest = older[entry];
        } else {
            older[newer[entry]] = older[entry];
        }
    }
}
