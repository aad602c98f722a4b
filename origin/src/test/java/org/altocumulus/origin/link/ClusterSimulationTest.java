package org.altocumulus.origin.link;

import static org.altocumulus.origin.link.SimulatedCluster.MILLISECOND;
import static org.altocumulus.origin.link.SimulatedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.Newcomer;
import org.altocumulus.protocol.cluster.Seeds;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.Address;
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
        ClusterInvariants.check(cluster);
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
                edge.clients(random.nextInt(1000));
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

    /** Nobody is sent to an edge whose connection has ended. */
    private static void checkRedirects(SimulatedCluster cluster) {
        for (OriginUnderTest origin : cluster.origins) {
            if (origin != null) {
                long now = origin.now(cluster.now);
                Set<InetSocketAddress> alive = new HashSet<>();
                origin.registry.view(now).stream()
                        .filter(edge -> edge.state() == EdgeState.READY)
                        .forEach(edge -> alive.addAll(edge.advertised()));
                List<Address> told = new ArrayList<>();
                origin.registry.choose(new Newcomer(0, 1, true), false, now, told);
                assertThat(told).allMatch(address -> alive.contains(address.socket()));
            }
        }
    }
}
