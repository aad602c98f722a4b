package org.altocumulus.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The chaos program as tests, one for each scenario; with {@code -Pchaos} only. */
@Tag("chaos")
class ChaosTest {
    private static final String SCENARIOS = "altocumulus.chaos.scenarios";
    private static final String SEED = "altocumulus.chaos.seed";

    private static ChaosRun run;

    @BeforeAll
    static void begin() throws Exception {
        long seed = Long.getLong(SEED, ThreadLocalRandom.current().nextInt(1_000_000));
        ChaosSize size = ChaosSize.named(System.getProperty(ChaosSize.PROPERTY, "full"));
        run =
                new ChaosRun(
                        Path.of("target", "distribution").toAbsolutePath(),
                        Path.of("target", "chaos"),
                        size,
                        seed);
    }

    @AfterAll
    static void end() throws Exception {
        System.out.print(run.table());
        run.close();
    }

    @TestFactory
    Stream<DynamicTest> nothingIsLostBeyondWhatTheRulesSay() {
        String names = System.getProperty(SCENARIOS, "");
        return Scenarios.named(names.isEmpty() ? List.of() : List.of(names.split(","))).stream()
                .map(
                        scenario ->
                                DynamicTest.dynamicTest(
                                        scenario.name(),
                                        () -> assertThat(run.run(scenario)).isEmpty()));
    }
}
