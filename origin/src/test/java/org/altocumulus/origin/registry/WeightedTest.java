package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedTest {
    private static final long GBIT = 1_000_000_000L;

    private static Crowd crowd(EdgeCandidate... edges) {
        return new Crowd(new Weighted(LeastClients.DEFAULT_LIMIT), edges.length, i -> edges[i]);
    }

    private static EdgeCandidate edge(String name, int weight) {
        return new EdgeCandidate(name, 0, weight, GBIT);
    }

    private static List<String> told(Crowd crowd) {
        return crowd.hello("live").stream().map(EdgeCandidate::node).toList();
    }

    @Test
    void clientsCountByWeight() {
        EdgeCandidate small = edge("small", 100);
        EdgeCandidate large = edge("large", 400);
        Crowd.report(small, 100, 0, 0);
        Crowd.report(large, 200, 0, 0);
        assertThat(told(crowd(small, large))).containsExactly("large");
        Crowd.report(large, 500, 0, 0);
        assertThat(told(crowd(small, large))).containsExactly("small", "large");
    }

    @Test
    void busyProcessorsAndAFullLineCountIfTheySayMoreThanTheClients() {
        EdgeCandidate idle = edge("idle", 100);
        EdgeCandidate busy = edge("busy", 100);
        Crowd.report(idle, 110, 200, GBIT / 10);
        Crowd.report(busy, 90, 900, GBIT / 10);
        assertThat(told(crowd(idle, busy))).containsExactly("idle");
        Crowd.report(busy, 90, 200, GBIT * 9 / 10);
        assertThat(told(crowd(idle, busy))).containsExactly("idle");
        Crowd.report(busy, 90, 200, GBIT / 10);
        assertThat(told(crowd(idle, busy))).containsExactly("busy", "idle");
    }

    @Test
    void littleWorkOfTheProcessorsSaysNothingOfClients() {
        EdgeCandidate one = edge("one", 100);
        EdgeCandidate other = edge("other", 100);
        Crowd.report(one, 100, 10, 0);
        Crowd.report(other, 90, 80, 0);
        assertThat(told(crowd(one, other))).containsExactly("other", "one");
    }

    @Test
    void anEdgeThatReportsClientsAloneIsMeasuredByThem() {
        EdgeCandidate old = new EdgeCandidate("old", 0, 100, 0);
        EdgeCandidate busy = edge("busy", 100);
        Crowd.report(busy, 100, 950, GBIT);
        old.report(new org.altocumulus.protocol.cluster.LoadReport(1, 120));
        assertThat(told(crowd(old, busy))).containsExactly("old");
    }

    /** Edges report soon after their clients became 5 % more, so also within a burst. */
    @Test
    void aBurstGoesByWeightAndToABusyEdgeLast() {
        EdgeCandidate large = edge("large", 200);
        EdgeCandidate small = edge("small", 100);
        EdgeCandidate busy = edge("busy", 100);
        Crowd.report(large, 20, 100, 0);
        Crowd.report(small, 10, 100, 0);
        Crowd.report(busy, 10, 900, 0);
        Crowd crowd = crowd(large, small, busy);
        for (int i = 1; i <= 300; i++) {
            crowd.hello("live");
            if (i % 10 == 0) {
                Crowd.report(large, (int) large.wholeClients(), 100, 0);
                Crowd.report(small, (int) small.wholeClients(), 100, 0);
                Crowd.report(busy, (int) busy.wholeClients(), 900, 0);
            }
        }
        assertThat(busy.wholeClients()).isLessThan(small.wholeClients());
        // Both are told as long as neither is well above the average.
        assertThat((double) large.shares() / small.shares()).isBetween(1.6, 2.4);
    }
}
