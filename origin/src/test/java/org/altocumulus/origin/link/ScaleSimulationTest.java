package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.ScaleSimulation.MILLISECOND;
import static org.altocumulus.origin.link.ScaleSimulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.altocumulus.origin.registry.BoundedHash;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.LeastClients;
import org.junit.jupiter.api.Test;

/** The simulation that the figures of docs/scaling.md come from, at a size for every day. */
class ScaleSimulationTest {
    private static ScaleSimulation filled(Supplier<EdgeChoice> policy, int edges, int each) {
        ScaleSimulation simulation = new ScaleSimulation(3, edges, policy);
        simulation.runFor(5 * SECOND);
        for (ScaleEdge edge : simulation.edges) {
            for (int i = 0; i < each; i++) {
                edge.open(simulation.newClient());
            }
        }
        simulation.runFor(5 * SECOND);
        assertThat(simulation.isWhole()).isTrue();
        return simulation;
    }

    private static void churn(ScaleSimulation simulation, int steps) {
        for (int i = 0; i < steps; i++) {
            simulation.arrive(simulation.newClient());
            simulation.leaveOne();
            simulation.runFor(5 * MILLISECOND);
        }
    }

    @Test
    void clientsOfKilledEdgesAreSpreadOverTheOthersAndCountedOnce() {
        ScaleSimulation simulation =
                filled(() -> new LeastClients(LeastClients.DEFAULT_LIMIT), 20, 100);
        for (int i = 0; i < 4; i++) {
            ScaleEdge edge = simulation.edges.get(i);
            simulation.kill(edge);
            churn(simulation, 400);
            simulation.start(edge.index);
        }
        simulation.runFor(10 * SECOND);
        assertThat(simulation.isWhole()).isTrue();
        assertThat(simulation.sessions()).isEqualTo(2000);
        // Those that came back last are still filling; nobody has much more than the others.
        assertThat(simulation.balance()).isBetween(1.0, 1.35);
        assertThat(simulation.decisions).isGreaterThanOrEqualTo(2000);
    }

    @Test
    void boundedHashHoldsItsBoundWhileClientsComeAndGo() {
        ScaleSimulation simulation =
                filled(() -> new BoundedHash(BoundedHash.DEFAULT_BOUND), 20, 100);
        churn(simulation, 4000);
        simulation.runFor(5 * SECOND);
        assertThat(simulation.isWhole()).isTrue();
        assertThat(simulation.balance()).isLessThan(1.3);
    }

    @Test
    void directoryIsWholeWithinTenSecondsOfTheReturnOfTheOrigin() {
        ScaleSimulation simulation = filled(() -> new LeastClients(LeastClients.NO_LIMIT), 40, 500);
        simulation.stopOrigin();
        simulation.runFor(60 * SECOND);
        simulation.startOrigin();
        assertThat(simulation.isWhole()).isFalse();
        simulation.runFor(10 * SECOND);
        assertThat(simulation.isWhole()).isTrue();
        assertThat(simulation.origin.peers.size()).isEqualTo(20_000);
    }
}
