package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.origin.registry.Newcomer;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.Seeds;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

class ClusterSimulationTest {
    @Test
    void afterQuietEachOriginKnowsExactlyWhatTheEdgesHave() {
        Seeds.of(1, 100, 10_000)
                .forEach(
                        seed -> {
                            try {
                                run(seed);
                            } catch (RuntimeException | Error e) {
                                fail("seed " + seed, e);
                            }
                        });
    }

    private static void run(long seed) {
        Random random = new Random(seed);
        SimulatedCluster cluster =
                new SimulatedCluster(
                        seed,
                        1 + random.nextInt(3),
                        1 + random.nextInt(5),
                        1 + random.nextInt(5),
                        edge -> random.nextInt(3) > 0);
        cluster.disturbed = true;
        sendFrames(cluster);
        for (int event = 0; event < 60; event++) {
            disturb(cluster);
            cluster.runFor(cluster.random.nextLong(2 * SECOND));
            checkRedirects(cluster);
        }
        for (int i = 0; i < cluster.origins.length; i++) {
            if (cluster.origins[i] == null) {
                cluster.startOrigin(i);
            }
        }
        cluster.runFor(60 * SECOND);
        check(cluster);
        checkDirect(cluster);
    }

    private static void sendFrames(SimulatedCluster cluster) {
        cluster.edges.forEach(SimulatedEdge::sendFrames);
        cluster.in(100 * MILLISECOND, () -> sendFrames(cluster));
    }

    private static void disturb(SimulatedCluster cluster) {
        Random random = cluster.random;
        SimulatedEdge edge = cluster.edges.get(random.nextInt(cluster.edges.size()));
        StreamKey stream = cluster.streams.get(random.nextInt(cluster.streams.size()));
        int origin = random.nextInt(cluster.origins.length);
        switch (random.nextInt(18)) {
            case 0, 1, 2 -> edge.publish(stream);
            case 3 -> edge.unpublish(stream);
            case 4 -> {
                edge.unpublish(stream);
                edge.publish(stream);
            }
            case 5, 6, 7 -> edge.want(stream);
            case 8 -> edge.unwant(stream);
            case 9 -> {
                edge.unwant(stream);
                edge.want(stream);
            }
            case 10 -> {
                edge.clients = random.nextInt(1000);
                edge.link.clients(edge.clients, edge.now());
            }
            case 11, 12 -> disturbPipe(cluster);
            case 13 -> restart(cluster, edge, false);
            case 14 -> restart(cluster, edge, true);
            case 15 -> cluster.cutOff(edge, origin, random.nextLong(40 * SECOND));
            case 16 -> cluster.cutOff(origin, random.nextLong(30 * SECOND));
            default -> {
                if (cluster.origins[origin] == null) {
                    cluster.startOrigin(origin);
                } else if (random.nextBoolean()) {
                    cluster.stopOrigin(origin);
                }
            }
        }
    }

    private static void disturbPipe(SimulatedCluster cluster) {
        if (cluster.pipes.isEmpty()) {
            return;
        }
        SimulatedPipe pipe = cluster.pipes.get(cluster.random.nextInt(cluster.pipes.size()));
        if (cluster.random.nextBoolean()) {
            pipe.cut();
        } else {
            pipe.freeze(cluster.random.nextLong(30 * SECOND));
        }
    }

    /** Another process of the same node; the origin may not learn that the first is gone. */
    private static void restart(SimulatedCluster cluster, SimulatedEdge edge, boolean unseen) {
        List.copyOf(cluster.pipes).stream()
                .filter(pipe -> pipe.isOf(edge))
                .forEach(unseen ? SimulatedPipe::abandon : SimulatedPipe::cut);
        cluster.edges.remove(edge);
        cluster.edges.add(new SimulatedEdge(cluster, edge.node, edge.port, edge.pull != null));
    }

    /** What the origins do not relay is what edges pull. */
    private static void checkDirect(SimulatedCluster cluster) {
        long told = 0;
        long flowing = 0;
        for (SimulatedEdge edge : cluster.edges) {
            flowing += edge.pulls == null ? 0 : edge.pulls.flowing();
            for (OriginUnderTest origin : cluster.origins) {
                told +=
                        origin.directory.wantedBy(edge.node).stream()
                                .filter(stream -> origin.directory.isDirect(edge.node, stream))
                                .count();
            }
        }
        assertThat(flowing).isEqualTo(told);
    }

    /** Nobody is sent to an edge whose connection has ended. */
    private static void checkRedirects(SimulatedCluster cluster) {
        for (OriginUnderTest origin : cluster.origins) {
            if (origin != null) {
                long now = origin.now(cluster.now);
                Set<InetSocketAddress> alive = new HashSet<>();
                origin.registry.view(now).stream()
                        .filter(edge -> edge.state() == EdgeState.READY)
                        .forEach(edge -> alive.addAll(edge.advertised()));
                assertThat(alive)
                        .containsAll(
                                origin.registry
                                        .choose(new Newcomer(0, 1, true), false, now)
                                        .addresses());
            }
        }
    }

    private static void check(SimulatedCluster cluster) {
        Map<String, String> union = new TreeMap<>();
        Map<String, Long> newest = new HashMap<>();
        for (SimulatedEdge edge : cluster.edges) {
            edge.published.forEach(
                    (stream, entry) -> {
                        assertThat(entry.accepted).as("accepted").isTrue();
                        String owner = edge.node + ' ' + entry.publication.token();
                        assertThat(union.put(stream, owner)).as("two publishers").isNull();
                        newest.put(stream, entry.next);
                    });
            assertThat(edge.link.mediaLost()).isEqualTo(edge.gaps);
            assertThat(edge.link.status(edge.now()))
                    .allMatch(EdgeLinkStatus::synced)
                    .allMatch(EdgeLinkStatus::mediaOpen);
        }
        for (OriginUnderTest origin : cluster.origins) {
            checkOrigin(cluster, origin, union);
        }
        checkPulls(cluster);
        cluster.edges.forEach(edge -> checkEdge(edge, union, newest));
    }

    private static void checkOrigin(
            SimulatedCluster cluster, OriginUnderTest origin, Map<String, String> union) {
        Map<String, String> directory = new TreeMap<>();
        for (StreamKey stream : cluster.streams) {
            for (PublishedStream held : origin.directory.contenders(stream)) {
                String owner = held.edge() + ' ' + held.publication().token();
                assertThat(directory.put(stream.toString(), owner)).as("contender").isNull();
            }
        }
        assertThat(directory).isEqualTo(union);
        for (SimulatedEdge edge : cluster.edges) {
            EdgeView view =
                    origin.registry.view(origin.now(cluster.now)).stream()
                            .filter(known -> known.identity().node().equals(edge.node))
                            .findFirst()
                            .orElseThrow();
            assertThat(view.state()).isEqualTo(EdgeState.READY);
            assertThat(view.clients()).isEqualTo(edge.clients);
        }
    }

    /** Each stream that an edge wants is pulled through one origin. */
    private static void checkPulls(SimulatedCluster cluster) {
        for (StreamKey stream : cluster.streams) {
            List<String> pulling = new ArrayList<>();
            for (OriginUnderTest origin : cluster.origins) {
                pulling.addAll(origin.directory.wanting(stream));
            }
            List<String> wanting =
                    cluster.edges.stream()
                            .filter(edge -> edge.played.containsKey(stream.toString()))
                            .map(edge -> edge.node)
                            .toList();
            assertThat(pulling).containsExactlyInAnyOrderElementsOf(wanting);
        }
    }

    private static void checkEdge(
            SimulatedEdge edge, Map<String, String> union, Map<String, Long> newest) {
        edge.played.forEach(
                (stream, entry) -> {
                    String owner = union.get(stream);
                    if (owner == null || owner.startsWith(edge.node + ' ')) {
                        assertThat(entry.publication).as(stream).isNull();
                    } else {
                        assertThat(entry.publication).as(stream + " at " + edge.node).isNotNull();
                        assertThat(owner).endsWith(' ' + entry.publication.token());
                        assertThat(entry.last.sequence())
                                .isBetween(newest.get(stream) - 3, newest.get(stream));
                    }
                });
    }
}
