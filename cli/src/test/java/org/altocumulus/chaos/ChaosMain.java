package org.altocumulus.chaos;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The chaos program by hand: docs/testing.md has a command line. */
@Command(name = "chaos", description = "Breaks a cluster on purpose and counts what is lost.")
public final class ChaosMain implements Callable<Integer> {
    @Option(names = "--distribution", defaultValue = "cli/target/distribution")
    private Path distribution;

    @Option(names = "--logs", defaultValue = "cli/target/chaos")
    private Path logs;

    @Option(names = "--size", defaultValue = "ci", description = "ci or full")
    private String size;

    @Option(names = "--seed", description = "random unless given")
    private Long seed;

    @Option(names = "--scenarios", split = ",", description = "all unless given")
    private List<String> names = List.of();

    /** Runs it; the exit code is 1 if something was broken. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ChaosMain()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        long chosen = seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed;
        boolean broken = false;
        try (ChaosRun run =
                new ChaosRun(distribution.toAbsolutePath(), logs, ChaosSize.named(size), chosen)) {
            for (Scenario scenario : Scenarios.named(names)) {
                broken |= !run.run(scenario).isEmpty();
            }
            System.out.print(run.table());
        }
        return broken ? 1 : 0;
    }
}
