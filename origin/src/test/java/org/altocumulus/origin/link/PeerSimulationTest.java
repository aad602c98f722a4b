package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.cluster.Seeds;
import org.junit.jupiter.api.Test;

/** Clients that come, go and move between edges, while links and processes fail. */
class PeerSimulationTest {
    private static final int CLIENTS = 8;

    private final Map<PeerId, SimulatedEdge> latest = new TreeMap<>();

    @Test
    void afterQuietEachClientIsWhereItsNewestSessionIsAndNowhereElse() {
        Seeds.of(20_000, 100, 10_000)
                .forEach(
                        seed -> {
                            try {
                                latest.clear();
                                run(seed);
                            } catch (RuntimeException | Error e) {
                                fail("seed " + seed, e);
                            }
                        });
    }

    private void run(long seed) {
        Random random = new Random(seed);
        SimulatedCluster cluster =
                new SimulatedCluster(seed, 1 + random.nextInt(3), 1 + random.nextInt(6), 1);
        // What is frozen on its way has grown older than it says, and may win by that.
        boolean freezes = random.nextBoolean();
        for (int event = 0; event < 80; event++) {
            disturb(cluster, freezes);
            cluster.runFor(SECOND + random.nextLong(SECOND));
        }
        for (int i = 0; i < cluster.origins.length; i++) {
            if (cluster.origins[i] == null) {
                cluster.startOrigin(i);
            }
        }
        cluster.runFor(60 * SECOND);
        check(cluster, freezes);
        checkIntroductions(cluster);
    }

    private void disturb(SimulatedCluster cluster, boolean freezes) {
        Random random = cluster.random;
        SimulatedEdge edge = cluster.edges.get(random.nextInt(cluster.edges.size()));
        PeerId client = new PeerId(random.nextInt(CLIENTS), 2, 3, 4);
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4, 5, 6 -> {
                edge.open(client);
                latest.put(client, edge);
            }
            case 7, 8 -> leave(client);
            case 9 -> {
                leave(client);
                edge.open(client);
                latest.put(client, edge);
            }
            case 10, 11 -> disturbPipe(cluster, freezes);
            case 12, 13 -> restart(cluster, edge, random.nextBoolean());
            default -> {
                int origin = random.nextInt(cluster.origins.length);
                if (cluster.origins[origin] == null) {
                    cluster.startOrigin(origin);
                } else if (random.nextBoolean()) {
                    cluster.stopOrigin(origin);
                } else if (freezes) {
                    cluster.cutOff(edge, origin, random.nextLong(40 * SECOND));
                }
            }
        }
    }

    private void leave(PeerId client) {
        SimulatedEdge edge = latest.remove(client);
        if (edge != null) {
            edge.close(client);
        }
    }

    private static void disturbPipe(SimulatedCluster cluster, boolean freezes) {
        if (cluster.pipes.isEmpty()) {
            return;
        }
        SimulatedPipe pipe = cluster.pipes.get(cluster.random.nextInt(cluster.pipes.size()));
        if (freezes && cluster.random.nextBoolean()) {
            pipe.freeze(cluster.random.nextLong(30 * SECOND));
        } else {
            pipe.cut();
        }
    }

    private void restart(SimulatedCluster cluster, SimulatedEdge edge, boolean unseen) {
        List.copyOf(cluster.pipes).stream()
                .filter(pipe -> pipe.edge == edge)
                .forEach(unseen ? SimulatedPipe::abandon : SimulatedPipe::cut);
        cluster.edges.remove(edge);
        cluster.edges.add(new SimulatedEdge(cluster, edge.node, edge.port, edge.pull != null));
        latest.values().removeIf(at -> at == edge);
    }

    private void check(SimulatedCluster cluster, boolean freezes) {
        Map<PeerId, String> union = new TreeMap<>();
        for (SimulatedEdge edge : cluster.edges) {
            for (PeerId peer : edge.peers.keySet()) {
                assertThat(union.put(peer, edge.node)).as("two sessions of " + peer).isNull();
            }
        }
        for (OriginUnderTest origin : cluster.origins) {
            union.forEach((peer, node) -> assertThat(origin.peers.find(peer)).isEqualTo(node));
            assertThat(origin.peers.size()).isEqualTo(union.size());
            for (SimulatedEdge edge : cluster.edges) {
                assertThat(origin.peers.count(edge.node)).isEqualTo(edge.peers.size());
            }
        }
        if (!freezes) {
            latest.forEach(
                    (peer, edge) -> assertThat(union.get(peer)).as("" + peer).isEqualTo(edge.node));
        }
    }

    private void checkIntroductions(SimulatedCluster cluster) {
        List<String> answers = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (SimulatedEdge asker : cluster.edges) {
            for (int i = 0; i < CLIENTS; i++) {
                PeerId peer = new PeerId(i, 2, 3, 4);
                String who = asker.node + " for " + peer + ": ";
                String at =
                        cluster.edges.stream()
                                .filter(edge -> edge != asker && edge.peers.containsKey(peer))
                                .map(edge -> "[/10.0.0.9:" + edge.port + ']')
                                .findFirst()
                                .orElse("[]");
                expected.add(who + at);
                asker.link.introduce(
                        LinkPair.introduction(peer),
                        (addresses, now) -> answers.add(who + addresses),
                        asker.now());
            }
        }
        cluster.runFor(5 * SECOND);
        assertThat(answers).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void tenThousandClientsAreKnownAgainWithinTenSecondsOfTheReturnOfTheOrigin() {
        SimulatedCluster cluster = new SimulatedCluster(5, 1, 4, 1);
        cluster.runFor(2 * SECOND);
        for (int i = 0; i < 10_000; i++) {
            cluster.edges.get(i % 4).open(new PeerId(i, 0, 0, 0));
        }
        cluster.runFor(10 * SECOND);
        assertThat(cluster.origins[0].peers.size()).isEqualTo(10_000);
        cluster.stopOrigin(0);
        cluster.runFor(10 * SECOND);
        cluster.startOrigin(0);
        assertThat(cluster.origins[0].peers.size()).isZero();
        cluster.runFor(10 * SECOND);
        assertThat(cluster.origins[0].peers.size()).isEqualTo(10_000);
        assertThat(cluster.origins[0].registry.hasReadyEdge(cluster.origins[0].now(cluster.now)))
                .isTrue();
        cluster.edges.forEach(edge -> assertThat(edge.evictions).isZero());
    }

    @Test
    void aClientThatMovesFromEdgeToEdgeIsCountedOnceAllTheTime() {
        SimulatedCluster cluster = new SimulatedCluster(6, 2, 3, 1);
        cluster.runFor(2 * SECOND);
        PeerId client = new PeerId(1, 1, 1, 1);
        for (int i = 0; i < 12; i++) {
            cluster.edges.get(i % 3).open(client);
            cluster.runFor(300 * MILLISECOND);
            assertThat(cluster.origins[0].peers.size()).isEqualTo(1);
            assertThat(cluster.origins[0].peers.find(client)).isEqualTo("e" + i % 3);
        }
        cluster.runFor(SECOND);
        assertThat(cluster.edges.stream().filter(edge -> !edge.peers.isEmpty())).hasSize(1);
        assertThat(cluster.edges.stream().mapToInt(edge -> edge.evictions).sum()).isEqualTo(11);
    }
}
