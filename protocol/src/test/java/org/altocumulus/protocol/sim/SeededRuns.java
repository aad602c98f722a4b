package org.altocumulus.protocol.sim;

import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * A test that is run for many seeds: few as a rule, all with {@code -Daltocumulus.test.long=true}.
 * The seeds are always the same. A failure says which it was and how to play that one again.
 */
public final class SeededRuns {
    private static final String ONE_SEED = "altocumulus.test.seed";

    private SeededRuns() {}

    /**
     * Runs {@code test} for each seed.
     *
     * @param testClass whose test this is
     * @param normally how many seeds as a rule
     * @param all how many in a long run
     * @return how many it was
     */
    public static int of(Class<?> testClass, int normally, int all, LongConsumer test) {
        Long one = Long.getLong(ONE_SEED);
        if (one != null) {
            test.accept(one);
            return 1;
        }
        int count = Boolean.getBoolean("altocumulus.test.long") ? all : normally;
        LongStream.range(0, count).forEach(seed -> run(testClass, seed, test));
        return count;
    }

    private static void run(Class<?> testClass, long seed, LongConsumer test) {
        try {
            test.accept(seed);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(
                    String.format(
                            "again: mvn -pl %s -am test -Dtest=%s -D%s=%d"
                                    + " -Dsurefire.failIfNoSpecifiedTests=false",
                            // Packages are named after their modules.
                            testClass.getPackageName().split("\\.", -1)[2],
                            testClass.getSimpleName(),
                            ONE_SEED,
                            seed),
                    e);
        }
    }
}
