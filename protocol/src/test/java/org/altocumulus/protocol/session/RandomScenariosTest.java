package org.altocumulus.protocol.session;

import java.util.stream.LongStream;
import org.altocumulus.protocol.sim.Scenario;
import org.altocumulus.protocol.sim.ScenarioRun;
import org.junit.jupiter.api.Test;

class RandomScenariosTest {
    private static final int SEEDS = Boolean.getBoolean("altocumulus.test.long") ? 10_000 : 100;
    private static final int ROTATING = SEEDS / 10;

    @Test
    void allMessagesArriveAndSessionsEndWhateverTheNetworkDoes() {
        LongStream.range(0, SEEDS - ROTATING).mapToObj(Scenario::of).forEach(ScenarioRun::play);
        long base = System.nanoTime();
        LongStream.range(base, base + ROTATING).mapToObj(Scenario::of).forEach(ScenarioRun::play);
    }
}
