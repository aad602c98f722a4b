package org.altocumulus.protocol.sim;

import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * A test that is run for many seeds: few as a rule, all with {@code -Daltocumulus.test.long=true}.
 * One in ten differs each time. A failure says which seed it was and how to play that one again.
 */
public final class SeededRuns {
    private static final String ONE_SEED = "altocumulus.test.seed";
    private static final int ROTATING = 10;

    private SeededRuns() {}

    /**
     * Runs {@code test} for each seed.
     *
     * @param testClass whose test this is
     * @param normally how many seeds as a rule
     * @param all how many in a long run
     */
    public static void of(Class<?> testClass, int normally, int all, LongConsumer test) {
        Long one = Long.getLong(ONE_SEED);
        if (one != null) {
            test.accept(one);
            return;
        }
        int count = Boolean.getBoolean("altocumulus.test.long") ? all : normally;
        int rotating = count / ROTATING;
        long base = System.nanoTime();
        LongStream.concat(
                        LongStream.range(0, count - rotating),
                        LongStream.range(base, base + rotating))
                .forEach(seed -> run(testClass, seed, test));
    }

    private static void run(Class<?> testClass, long seed, LongConsumer test) {
        try {
            test.accept(seed);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(
                    String.format(
                            "again: mvn -pl protocol test -Dtest=%s -D%s=%d",
                            testClass.getSimpleName(), ONE_SEED, seed),
                    e);
        }
    }
}
