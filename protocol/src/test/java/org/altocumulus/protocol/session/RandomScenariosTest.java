package org.altocumulus.protocol.session;

import org.altocumulus.protocol.sim.Scenario;
import org.altocumulus.protocol.sim.ScenarioRun;
import org.altocumulus.protocol.sim.SeededRuns;
import org.junit.jupiter.api.Test;

class RandomScenariosTest {
    @Test
    void allMessagesArriveAndSessionsEndWhateverTheNetworkDoes() {
        SeededRuns.of(getClass(), 100, 10_000, seed -> ScenarioRun.play(Scenario.of(seed)));
    }
}
