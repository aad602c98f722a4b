package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hellos of which no client comes: they may not fill an edge, nor push one out of the list, in the
 * time between two reports or later.
 */
class ForgedHellosTest {
    private static final int CAPACITY = 500;
    private static final int FORGED = 40_000;

    static Stream<EdgeChoice> policies() {
        return Stream.of(
                new LeastClients(LeastClients.DEFAULT_LIMIT),
                new LeastClients(1),
                new Weighted(LeastClients.DEFAULT_LIMIT),
                new BoundedHash(BoundedHash.DEFAULT_BOUND),
                new BoundedHash(1));
    }

    private static Crowd crowd(EdgeChoice choice, int... clients) {
        Crowd crowd =
                new Crowd(
                        choice,
                        clients.length,
                        i -> new EdgeCandidate("edge-" + i, CAPACITY, 100, 0));
        for (int i = 0; i < clients.length; i++) {
            Crowd.report(crowd.edges().get(i), clients[i], 0, 0);
        }
        return crowd;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void betweenTwoReportsTheyFillNoEdge(EdgeChoice choice) {
        Crowd crowd = crowd(choice, 20, 22, 21);
        for (int i = 0; i < FORGED; i++) {
            assertThat(crowd.hello("live/" + i % 7)).as("hello %d", i).isNotEmpty();
        }
        assertThat(crowd.hello("live/genuine")).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void anEdgeThatReportsThatItIsFullIsLeftOut(EdgeChoice choice) {
        Crowd crowd = crowd(choice, CAPACITY, 20, 20);
        for (int i = 0; i < 1000; i++) {
            assertThat(crowd.hello("live/" + i))
                    .isNotEmpty()
                    .noneMatch(edge -> edge.node().equals("edge-0"));
        }
    }

    /** All three are told, with the limit measured at what they report. */
    @Test
    void theyPushNoEdgeOutOfTheList() {
        for (EdgeChoice choice :
                List.of(
                        new LeastClients(LeastClients.DEFAULT_LIMIT),
                        new Weighted(LeastClients.DEFAULT_LIMIT))) {
            Crowd crowd = crowd(choice, 20, 22, 21);
            // An edge that has just reported has nothing on top.
            for (int i = 0; i < FORGED; i++) {
                if (i % 100 == 0) {
                    Crowd.report(crowd.edges().get(0), 20, 0, 0);
                }
                assertThat(crowd.hello("live")).as("hello %d", i).hasSize(3);
            }
        }
    }

    @Test
    void whatDidNotArriveIsExpectedNoMoreAndABurstThatArrivesIs() {
        EdgeCandidate edge = new EdgeCandidate("edge", CAPACITY, 100, 0);
        Crowd.report(edge, 10, 0, 0);
        listed(edge, 1000);
        assertThat(edge.wholeClients()).as("nothing is known yet").isEqualTo(1010);
        Crowd.report(edge, 12, 0, 0);
        listed(edge, 1000);
        assertThat(edge.wholeClients()).as("2 of 1000 came").isEqualTo(12);
        Crowd.report(edge, 262, 0, 0);
        listed(edge, 100);
        assertThat(edge.wholeClients()).as("a quarter came").isEqualTo(262 + 50);
        Crowd.report(edge, 362, 0, 0);
        listed(edge, 40);
        assertThat(edge.wholeClients()).as("all came").isEqualTo(362 + 40);
    }

    @Test
    void fewRedirectsSayNothing() {
        EdgeCandidate edge = new EdgeCandidate("edge", CAPACITY, 100, 0);
        listed(edge, 19);
        Crowd.report(edge, 0, 0, 0);
        listed(edge, 19);
        assertThat(edge.wholeClients()).isEqualTo(19);
    }

    private static void listed(EdgeCandidate edge, int times) {
        for (int i = 0; i < times; i++) {
            edge.listed(1);
        }
    }
}
