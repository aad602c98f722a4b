package org.altocumulus.protocol.sim;

import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Runs a scenario with many seeds, and names the seed that fails. */
public final class Seeds {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");

    private Seeds() {}

    /** As many seeds as asked for, and ten times as many in the long tests. */
    public static LongStream count(int seeds) {
        return LongStream.range(0, LONG ? 10L * seeds : seeds);
    }

    /** Runs the scenario with each of them. */
    public static void each(int seeds, LongConsumer scenario) {
        count(seeds)
                .forEach(
                        seed -> {
                            try {
                                scenario.accept(seed);
                            } catch (RuntimeException | Error e) {
                                throw new AssertionError("seed " + seed, e);
                            }
                        });
    }
}
