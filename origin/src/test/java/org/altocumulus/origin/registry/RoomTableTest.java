package org.altocumulus.origin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Computes the table of rooms and edges in {@code docs/scaling.md}. Rooms of 10000 clients have the
 * popularity of a Zipf distribution with exponent 1. A client goes to one of the edges that it was
 * told, whichever wins its race; edges report each time that 50 clients have come. Each room has a
 * stream, which the link carries to each edge where someone of the room is.
 */
class RoomTableTest {
    private static final Path PAGE = Path.of("..", "docs", "scaling.md");
    private static final int CLIENTS = 10_000;
    private static final int BETWEEN_REPORTS = 50;

    /** What became of the clients. */
    private record Result(int pairs, int visited, double largest) {}

    private static Result simulate(EdgeChoice choice, int edges, int rooms) {
        Random random = new Random(edges * 31L + rooms);
        double[] cumulative = zipf(rooms);
        Crowd crowd = Crowd.equal(choice, edges);
        int[] clients = new int[edges];
        Set<String> pairs = new HashSet<>();
        Set<String> visited = new HashSet<>();
        for (int i = 0; i < CLIENTS; i++) {
            String room = "live/" + draw(cumulative, random);
            List<EdgeCandidate> told = crowd.hello(room);
            EdgeCandidate edge = told.get(random.nextInt(told.size()));
            visited.add(room);
            clients[crowd.edges().indexOf(edge)]++;
            pairs.add(room + ' ' + edge.node());
            if (i % BETWEEN_REPORTS == 0) {
                for (int n = 0; n < edges; n++) {
                    Crowd.report(crowd.edges().get(n), clients[n], 0, 0);
                }
            }
        }
        int most = IntStream.of(clients).max().orElseThrow();
        return new Result(pairs.size(), visited.size(), (double) most * edges / CLIENTS);
    }

    private static double[] zipf(int rooms) {
        double[] cumulative = new double[rooms];
        double sum = 0;
        for (int i = 0; i < rooms; i++) {
            sum += 1.0 / (i + 1);
            cumulative[i] = sum;
        }
        return cumulative;
    }

    private static int draw(double[] cumulative, Random random) {
        double at = random.nextDouble() * cumulative[cumulative.length - 1];
        int room = 0;
        while (cumulative[room] < at) {
            room++;
        }
        return room;
    }

    private static String row(int edges, int rooms, String policy, Result result, int ofLeast) {
        return String.format(
                Locale.ROOT,
                "| %d | %d | %s | %d | %.2f | %d %% | %.2f |",
                edges,
                rooms,
                policy,
                result.pairs(),
                (double) result.pairs() / result.visited(),
                Math.round(100.0 * result.pairs() / ofLeast),
                result.largest());
    }

    @Test
    void theTableOfTheManualIsWhatComesOut() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int edges : new int[] {3, 12, 50}) {
            for (int rooms : new int[] {50, 1000}) {
                Result least = simulate(new LeastClients(1.25), edges, rooms);
                rows.add(row(edges, rooms, "least-clients", least, least.pairs()));
                for (double bound : new double[] {1.1, 1.25, 2}) {
                    Result bounded = simulate(new BoundedHash(bound), edges, rooms);
                    String policy = "bounded-hash, " + bound;
                    rows.add(row(edges, rooms, policy, bounded, least.pairs()));
                    assertThat(bounded.pairs()).isLessThan(least.pairs());
                    assertThat(bounded.largest()).isLessThanOrEqualTo(bound + 0.01);
                }
            }
        }
        assertThat(Files.readAllLines(PAGE)).containsSubsequence(rows);
    }
}
