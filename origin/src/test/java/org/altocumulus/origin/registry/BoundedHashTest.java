package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.altocumulus.protocol.cluster.Seeds;
import org.junit.jupiter.api.Test;

class BoundedHashTest {
    private static Crowd crowd(int edges) {
        return Crowd.equal(new BoundedHash(BoundedHash.DEFAULT_BOUND), edges);
    }

    private static List<String> names(List<EdgeCandidate> edges) {
        return edges.stream().map(EdgeCandidate::node).toList();
    }

    private static long bound(Crowd crowd, double factor) {
        return (long) Math.ceil(factor * crowd.shares() / (60 * crowd.edges().size()));
    }

    @Test
    void noEdgeIsAboveTheBoundAfterAnyChoice() {
        Seeds.of(2000, 100, 10_000).forEach(BoundedHashTest::checkBound);
    }

    /** Clients come and leave, ask again and repeat themselves. */
    private static void checkBound(long seed) {
        Random random = new Random(seed);
        double factor = 1 + random.nextInt(5) * 0.25;
        int count = 1 + random.nextInt(20);
        int rooms = 1 + random.nextInt(30);
        Crowd crowd = Crowd.equal(new BoundedHash(factor), count);
        for (int i = 0; i < 300; i++) {
            long room = Crowd.room("live/" + random.nextInt(rooms));
            int hello = random.nextInt(5) == 0 ? 2 : 1;
            boolean repeated = random.nextInt(10) == 0;
            List<EdgeCandidate> chosen = crowd.hello(room, hello, repeated);
            assertThat(chosen).as("seed " + seed).isNotEmpty().doesNotHaveDuplicates();
            assertThat(chosen).hasSizeLessThanOrEqualTo(hello == 1 ? 1 : 6);
            for (EdgeCandidate edge : chosen) {
                assertThat(edge.wholeClients())
                        .as("seed %d, choice %d of %s", seed, i, edge)
                        .isLessThanOrEqualTo(bound(crowd, factor));
            }
            if (random.nextInt(4) == 0) {
                EdgeCandidate left = crowd.edges().get(random.nextInt(count));
                int clients = (int) left.wholeClients();
                Crowd.report(left, random.nextInt(clients + 1), 0, 0);
            }
        }
    }

    @Test
    void whileClientsOnlyComeAllEdgesAreWithinTheBound() {
        for (int rooms : new int[] {1, 3, 500}) {
            Crowd crowd = crowd(12);
            for (int i = 0; i < 600; i++) {
                crowd.hello("live/" + i % rooms);
                long most = bound(crowd, BoundedHash.DEFAULT_BOUND);
                assertThat(crowd.edges())
                        .allMatch(edge -> edge.shares() <= most * EdgeCandidate.SHARES_PER_CLIENT);
            }
        }
    }

    @Test
    void theFirstHelloGetsOneEdgeTheSecondTheNextSixAndARepetitionTheSame() {
        Crowd crowd = crowd(12);
        for (int i = 0; i < 120; i++) {
            crowd.hello("live/" + i);
        }
        long room = Crowd.room("live/room");
        List<String> first = names(crowd.hello(room, 1, false));
        assertThat(first).hasSize(1);
        assertThat(names(crowd.hello(room, 1, true))).isEqualTo(first);
        List<String> second = names(crowd.hello(room, 2, false));
        assertThat(second).hasSize(6).doesNotContainAnyElementsOf(first);
        assertThat(names(crowd.hello(room, 2, true))).isEqualTo(second);
    }

    @Test
    void aSecondHelloGetsTheFirstEdgeAgainWhereThereIsNoOther() {
        Crowd one = crowd(1);
        assertThat(names(one.hello(7, 1, false))).isEqualTo(names(one.hello(7, 2, false)));
    }

    @Test
    void aRoomStaysTogetherAsLongAsItsEdgeHasRoom() {
        Crowd crowd = crowd(12);
        for (EdgeCandidate edge : crowd.edges()) {
            Crowd.report(edge, 100, 0, 0);
        }
        Set<String> edges = new HashSet<>();
        for (int i = 0; i < 25; i++) {
            edges.addAll(names(crowd.hello("live/together")));
        }
        assertThat(edges).hasSize(1);
    }

    @Test
    void everyOriginHasTheSameRingWhateverTheOrderOfRegistration() {
        Crowd crowd = crowd(12);
        BoundedHash other = new BoundedHash(BoundedHash.DEFAULT_BOUND);
        List<EdgeCandidate> reversed = new ArrayList<>();
        for (int i = 11; i >= 0; i--) {
            reversed.add(new EdgeCandidate("edge-" + i, 0, 100, 0));
        }
        other.edges(reversed);
        for (int i = 0; i < 200; i++) {
            Newcomer newcomer = new Newcomer(Crowd.room("room" + i), 1, true);
            assertThat(names(other.choose(newcomer, reversed)))
                    .isEqualTo(names(crowd.hello(newcomer.room(), 1, true)));
        }
    }

    @Test
    void edgesAtTheMostThatTheyTakeAreLeftOutAndTheLeastLoadedOfTheOthersTakesAll() {
        BoundedHash choice = new BoundedHash(1);
        Crowd crowd = new Crowd(choice, 4, i -> new EdgeCandidate("e" + i, i == 0 ? 0 : 5, 100, 0));
        for (int i = 0; i < 100; i++) {
            List<EdgeCandidate> chosen = crowd.hello("live");
            assertThat(chosen).hasSize(1);
            // The client arrives, and the edge says so.
            Crowd.report(chosen.get(0), chosen.get(0).report().clients() + 1, 0, 0);
        }
        assertThat(crowd.edges().stream().map(EdgeCandidate::wholeClients))
                .containsExactly(85L, 5L, 5L, 5L);
        Crowd full = new Crowd(new BoundedHash(1), 2, i -> new EdgeCandidate("f" + i, 1, 100, 0));
        full.edges().forEach(edge -> Crowd.report(edge, 1, 0, 0));
        assertThat(full.hello("live")).isEmpty();
        assertThat(full.hello(1, 2, false)).isEmpty();
    }

    @Test
    void anEdgeOfTwiceTheWeightMayHaveTwiceTheClients() {
        Crowd crowd =
                new Crowd(
                        new BoundedHash(1),
                        3,
                        i -> new EdgeCandidate("e" + i, 0, i == 0 ? 200 : 100, 0));
        for (int i = 0; i < 400; i++) {
            crowd.hello("live/" + i);
        }
        assertThat(crowd.edges().stream().map(EdgeCandidate::wholeClients))
                .containsExactly(200L, 100L, 100L);
    }

    @Test
    void withoutAnEdgeOnlyItsOwnClientsAndOverflowMove() {
        Seeds.of(4000, 100, 2000).forEach(BoundedHashTest::checkRemoval);
    }

    /**
     * The same clients come in the same order to all edges and to all but one. Those of the missing
     * edge have to go elsewhere; they and those that were over their edge's bound may push others
     * on.
     */
    private static void checkRemoval(long seed) {
        Random random = new Random(seed);
        int count = 4 + random.nextInt(12);
        List<Long> clients = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            clients.add(Crowd.room("live/" + random.nextInt(200)));
        }
        int removed = random.nextInt(count);
        Placed whole = place(count, -1, clients);
        Placed without = place(count, removed, clients);
        int own = 0;
        int moved = 0;
        for (int i = 0; i < clients.size(); i++) {
            String before = whole.edges.get(i);
            own += before.equals("edge-" + removed) ? 1 : 0;
            moved += before.equals(without.edges.get(i)) ? 0 : 1;
        }
        assertThat(moved)
                .as(
                        "seed %d: %d own, %d and %d overflow",
                        seed, own, whole.overflow, without.overflow)
                .isBetween(own, own + whole.overflow + without.overflow);
    }

    private record Placed(List<String> edges, int overflow) {}

    private static Placed place(int count, int removed, List<Long> clients) {
        Crowd crowd = crowd(count);
        Crowd unbounded = Crowd.equal(new BoundedHash(1e9), count);
        if (removed >= 0) {
            crowd.remove(removed);
            unbounded.remove(removed);
        }
        List<String> edges = new ArrayList<>();
        int overflow = 0;
        for (long client : clients) {
            String edge = crowd.hello(client, 1, false).get(0).node();
            edges.add(edge);
            overflow += unbounded.hello(client, 1, false).get(0).node().equals(edge) ? 0 : 1;
        }
        return new Placed(edges, overflow);
    }

    @Test
    void pointsSpreadRoomsEvenly() {
        Crowd crowd = Crowd.equal(new BoundedHash(1e9), 12);
        Map<String, Integer> rooms = new HashMap<>();
        for (int i = 0; i < 12_000; i++) {
            rooms.merge(crowd.hello("live/room" + i).get(0).node(), 1, Integer::sum);
        }
        assertThat(rooms.values()).allMatch(n -> n > 700 && n < 1300);
    }

    @Test
    void aBoundBelowOneIsRefused() {
        assertThatThrownBy(() -> new BoundedHash(0.99))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BoundedHash(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
