package org.altocumulus.protocol.cluster;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;

/**
 * How many seeds a test runs: fixed ones and a few that differ each time. With {@code
 * -Daltocumulus.test.seed=N} that one alone.
 */
public final class Seeds {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final int ROTATING = 5;

    private Seeds() {}

    /** Seeds from {@code base} on, {@code normally} of them or, in a long run, {@code all}. */
    public static LongStream of(long base, int normally, int all) {
        Long one = Long.getLong("altocumulus.test.seed");
        if (one != null) {
            return LongStream.of(one);
        }
        int fixed = (LONG ? all : normally) - ROTATING;
        return LongStream.concat(
                LongStream.range(base, base + fixed),
                ThreadLocalRandom.current().longs(ROTATING, 0, Long.MAX_VALUE));
    }
}
