package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 600 hellos between two reports, of 600 clients, to 12 edges that are alike. What is listed is
 * compared with the fair share of an edge: 300 of the 3600 places where six edges are told at once,
 * 50 of the 600 where one is.
 */
class BurstTest {
    private static final int EDGES = 12;
    private static final int HELLOS = 600;

    private static void check(EdgeChoice choice, int places, IntFunction<String> room) {
        Crowd crowd = Crowd.equal(choice, EDGES);
        for (int hello = 0; hello < HELLOS; hello++) {
            assertThat(crowd.hello(room.apply(hello))).hasSize(places);
        }
        double share = (double) HELLOS * places / EDGES;
        int most = crowd.edges().stream().mapToInt(crowd::listed).max().orElseThrow();
        int least = crowd.edges().stream().mapToInt(crowd::listed).min().orElseThrow();
        assertThat(most).isLessThanOrEqualTo((int) Math.ceil(1.25 * share));
        assertThat(most - least).isLessThanOrEqualTo((int) Math.ceil(1.25 * share));
        assertThat(IntStream.range(0, EDGES).map(i -> crowd.listed(crowd.edges().get(i))).sum())
                .isEqualTo(HELLOS * places);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 600})
    void byLeastClientsItSpreads(int rooms) {
        check(new LeastClients(LeastClients.DEFAULT_LIMIT), 6, i -> "live/" + i % rooms);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 600})
    void byWeightItSpreads(int rooms) {
        check(new Weighted(LeastClients.DEFAULT_LIMIT), 6, i -> "live/" + i % rooms);
    }

    /** One hot room fills edge after edge to the bound; many rooms come closer to the average. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40, 600})
    void byBoundedHashItIsWithinTheBound(int rooms) {
        check(new BoundedHash(BoundedHash.DEFAULT_BOUND), 1, i -> "live/" + i % rooms);
    }

    /** Half of all in one room, the others in rooms of their own. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1.25})
    void aHotRoomAmongManyIsWithinTheBound(double bound) {
        check(new BoundedHash(bound), 1, i -> i % 2 == 0 ? "live/hot" : "live/" + i);
    }
}
