package org.altocumulus.protocol.flow;

import java.util.Arrays;

/**
 * The fragment sequence numbers that a receiving flow has seen (SEQUENCE_SET of RFC 7016 §3.6.3):
 * all from 0 to the cumulative number, and a bounded count of ranges above it. Numbers go up to the
 * largest long, so neighbours are found by subtraction. Not thread-safe.
 */
final class SequenceSet {
    private static final long[] NO_RANGES = {};

    private final int maxRanges;
    private long cumulative;

    /**
     * from1, to1, from2, to2 …: ascending, disjoint, with gaps between them and after cumulative.
     */
    private long[] ranges = NO_RANGES;

    private int used;

    /**
     * @param maxRanges how many ranges above the cumulative number are kept at most
     */
    SequenceSet(int maxRanges) {
        this.maxRanges = maxRanges;
    }

    /** The highest number up to which all were seen (CSN), initially 0. */
    long cumulative() {
        return cumulative;
    }

    /** Whether numbers are missing below the highest that was seen. */
    boolean hasGaps() {
        return used > 0;
    }

    /** The ranges above the cumulative number, as acknowledgements carry them; shared. */
    long[] ranges() {
        return ranges;
    }

    /** How many entries of {@link #ranges} count. */
    int rangeValues() {
        return used;
    }

    boolean contains(long number) {
        if (number <= cumulative) {
            return true;
        }
        int at = rangesUpTo(number);
        return at > 0 && number <= ranges[at - 1];
    }

    /** Where in {@link #ranges} the first range is that begins above {@code number}. */
    private int rangesUpTo(long number) {
        int low = 0;
        int high = used / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranges[2 * middle] <= number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
    }

    /** Whether {@code number} could be added without exceeding the bound on ranges. */
    boolean hasRoomFor(long number) {
        return used < 2 * maxRanges || number - 1 <= cumulative || touchesRange(number);
    }

    private boolean touchesRange(long number) {
        int at = rangesUpTo(number);
        boolean lower = at > 0 && number - 1 <= ranges[at - 1];
        return lower || (at < used && number == ranges[at] - 1);
    }

    /**
     * Adds all numbers from 0 to {@code number}.
     *
     * @return whether one of them was missing
     */
    boolean addThrough(long number) {
        if (number <= cumulative) {
            return false;
        }
        cumulative = number;
        absorb();
        return true;
    }

    /** Adds one number, for which {@link #hasRoomFor} answered true. */
    void add(long number) {
        if (number - 1 == cumulative) {
            cumulative = number;
            absorb();
        } else if (number > cumulative) {
            insert(number);
        }
    }

    /** Takes ranges that the cumulative number has reached into it. */
    private void absorb() {
        int gone = 0;
        while (gone < used && ranges[gone] - 1 <= cumulative) {
            cumulative = Math.max(cumulative, ranges[gone + 1]);
            gone += 2;
        }
        if (gone > 0) {
            System.arraycopy(ranges, gone, ranges, 0, used - gone);
            used -= gone;
        }
    }

    private void insert(long number) {
        int at = rangesUpTo(number);
        boolean joinsLower = at > 0 && number - 1 <= ranges[at - 1];
        boolean joinsUpper = at < used && number == ranges[at] - 1;
        if (joinsLower && joinsUpper) {
            ranges[at - 1] = ranges[at + 1];
            System.arraycopy(ranges, at + 2, ranges, at, used - at - 2);
            used -= 2;
        } else if (joinsLower) {
            ranges[at - 1] = Math.max(ranges[at - 1], number);
        } else if (joinsUpper) {
            ranges[at] = number;
        } else {
            openRange(at, number);
        }
    }

    private void openRange(int at, long number) {
        if (used + 2 > ranges.length) {
            ranges = Arrays.copyOf(ranges, Math.max(4, 2 * ranges.length));
        }
        System.arraycopy(ranges, at, ranges, at + 2, used - at);
        ranges[at] = number;
        ranges[at + 1] = number;
        used += 2;
    }
}
