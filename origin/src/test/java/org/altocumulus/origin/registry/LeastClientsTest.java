package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.Seeds;
import org.junit.jupiter.api.Test;

class LeastClientsTest {
    private static final Newcomer ANYONE = new Newcomer(0, 1, false);

    private static List<EdgeCandidate> edges(int... clients) {
        List<EdgeCandidate> edges = new ArrayList<>();
        for (int i = 0; i < clients.length; i++) {
            edges.add(edge(i, clients[i], 0));
        }
        return edges;
    }

    private static EdgeCandidate edge(int number, int clients, int capacity) {
        EdgeCandidate edge = new EdgeCandidate("e" + number, capacity, 100, 0);
        edge.report(new LoadReport(1, clients));
        return edge;
    }

    private static List<Long> clients(List<EdgeCandidate> chosen) {
        return chosen.stream().map(e -> e.shares() / EdgeCandidate.SHARES_PER_CLIENT).toList();
    }

    @Test
    void fewestFirstAndWellAboveTheAverageLeftOut() {
        LeastClients choice = new LeastClients(LeastClients.DEFAULT_LIMIT);
        assertThat(clients(choice.choose(ANYONE, edges(10, 0, 5)))).containsExactly(0L, 5L);
    }

    @Test
    void withoutLimitTheFullestIsLast() {
        LeastClients choice = new LeastClients(LeastClients.NO_LIMIT);
        assertThat(clients(choice.choose(ANYONE, edges(10, 0, 5)))).containsExactly(0L, 5L, 10L);
    }

    @Test
    void equalOnesTakeTurns() {
        LeastClients choice = new LeastClients(LeastClients.DEFAULT_LIMIT);
        List<EdgeCandidate> eight = edges(1, 1, 1, 1, 1, 1, 1, 1);
        Set<String> first = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            List<EdgeCandidate> chosen = choice.choose(ANYONE, eight);
            assertThat(chosen).hasSize(6).doesNotHaveDuplicates();
            first.add(chosen.get(0).node());
        }
        assertThat(first).hasSize(8);

        List<EdgeCandidate> two = edges(1, 1);
        LeastClients again = new LeastClients(LeastClients.DEFAULT_LIMIT);
        assertThat(again.choose(ANYONE, two)).hasSize(2);
        assertThat(new LeastClients(1).choose(ANYONE, edges(1))).hasSize(1);
        assertThat(new LeastClients(1).choose(ANYONE, List.of())).isEmpty();
    }

    @Test
    void sevenEqualOnesAreEachFirstEquallyOften() {
        LeastClients choice = new LeastClients(LeastClients.DEFAULT_LIMIT);
        List<EdgeCandidate> seven = edges(4, 4, 4, 4, 4, 4, 4);
        int[] first = new int[7];
        for (int i = 0; i < 70; i++) {
            first[Integer.parseInt(choice.choose(ANYONE, seven).get(0).node().substring(1))]++;
        }
        assertThat(first).containsOnly(10);
    }

    @Test
    void anEdgeAtItsCapIsLeftOutAndOthersTakeItsPlaceWhateverTheLimit() {
        LeastClients choice = new LeastClients(LeastClients.DEFAULT_LIMIT);
        List<EdgeCandidate> edges = List.of(edge(0, 3, 3), edge(1, 100, 0));
        assertThat(clients(choice.choose(ANYONE, edges))).containsExactly(100L);
        assertThat(choice.choose(ANYONE, List.of(edge(0, 3, 3)))).isEmpty();
    }

    @Test
    void aLimitBelowOneIsRefused() {
        assertThatThrownBy(() -> new LeastClients(0.9))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LeastClients(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noListedEdgeIsWellAboveTheAverageWhileOthersHaveRoom() {
        Seeds.of(100, 500, 10_000).forEach(LeastClientsTest::checkRandomEdges);
    }

    @Test
    void whatIsRememberedOfTheChoiceBeforeMakesNoDifference() {
        Seeds.of(100, 500, 10_000).forEach(LeastClientsTest::checkRemembered);
    }

    /** The list is another one only when an edge has reported. */
    private static void checkRemembered(long seed) {
        Random random = new Random(seed);
        double limit = 1 + random.nextDouble();
        LeastClients choice = new LeastClients(limit);
        List<EdgeCandidate> edges = new ArrayList<>();
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            int capacity = random.nextInt(3) == 0 ? 1 + random.nextInt(10) : 0;
            edges.add(edge(i, random.nextInt(5), capacity));
        }
        for (int i = 0; i < 100; i++) {
            List<EdgeCandidate> expected = bySorting(edges, limit);
            List<EdgeCandidate> chosen = choice.choose(ANYONE, edges);
            assertThat(chosen).as("seed %d, choice %d", seed, i).isEqualTo(expected);
            if (random.nextInt(4) > 0) {
                chosen.forEach(edge -> edge.listed(expected.size()));
            }
            if (random.nextInt(10) == 0) {
                edges.get(random.nextInt(count)).report(new LoadReport(2 + i, random.nextInt(5)));
                edges = new ArrayList<>(edges);
            }
        }
    }

    /** What is to be chosen, with all edges looked at. */
    private static List<EdgeCandidate> bySorting(List<EdgeCandidate> edges, double limit) {
        double average =
                edges.stream().mapToLong(EdgeCandidate::reportedShares).average().orElse(0);
        List<EdgeCandidate> withRoom =
                edges.stream()
                        .filter(EdgeCandidate::hasRoom)
                        .sorted(
                                Comparator.comparing(EdgeCandidate::shares)
                                        .thenComparing(edge -> edge.lastFirst))
                        .toList();
        List<EdgeCandidate> low =
                withRoom.stream()
                        .filter(
                                edge ->
                                        edge.reportedShares() <= limit * average
                                                || edge.reportedShares() - average < 30)
                        .toList();
        return (low.isEmpty() ? withRoom : low)
                .stream()
                        .limit(EdgeChoice.MAX_CHOSEN)
                        .sorted(
                                Comparator.comparing(EdgeCandidate::wholeClients)
                                        .thenComparing(edge -> edge.lastFirst))
                        .toList();
    }

    private static void checkRandomEdges(long seed) {
        Random random = new Random(seed);
        LeastClients choice = new LeastClients(LeastClients.DEFAULT_LIMIT);
        List<EdgeCandidate> edges = new ArrayList<>();
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            int capacity = random.nextInt(4) == 0 ? 1 + random.nextInt(50) : 0;
            edges.add(edge(i, random.nextInt(100), capacity));
        }
        List<EdgeCandidate> chosen = choice.choose(ANYONE, edges);
        double average = edges.stream().mapToLong(EdgeCandidate::shares).average().orElse(0);
        long below =
                edges.stream()
                        .filter(EdgeCandidate::hasRoom)
                        .filter(edge -> edge.shares() <= 1.25 * average)
                        .count();
        assertThat(chosen).as("seed " + seed).allMatch(EdgeCandidate::hasRoom);
        assertThat(chosen)
                .as("seed " + seed)
                .isSortedAccordingTo(Comparator.comparing(EdgeCandidate::wholeClients));
        if (below > 0) {
            assertThat(chosen)
                    .as("seed " + seed)
                    .hasSizeGreaterThanOrEqualTo((int) Math.min(6, below))
                    .allMatch(
                            edge ->
                                    edge.shares() <= 1.25 * average
                                            || edge.shares() < average + 30);
        }
    }
}
