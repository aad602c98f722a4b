package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.FlvSource;
import org.altocumulus.cli.client.ReconnectSettings;
import org.altocumulus.cli.client.ReconnectingPublisher;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The procedure of the manual: all edges are restarted, one after the other, while clients play.
 */
@Timeout(300)
class RollingRestartTest {
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final int EDGES = 3;
    private static final int PLAYERS = LONG ? 200 : 20;
    private static final Path FLV =
            Path.of("src/main/resources/org/altocumulus/cli/demo/test-pattern.flv");

    private final SecureRandom random = new SecureRandom();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    @Test
    void everyPlayerPlaysAfterAllEdgesWereRestartedAndNoneIsSentToOneThatDrains() throws Exception {
        try (TestCluster cluster = TestCluster.of(EDGES, "node.drain-time = 40s\n");
                ClientEndpoint endpoint = ClientEndpoint.open(1);
                FlvSource source = new FlvSource(() -> Files.newInputStream(FLV), true)) {
            StreamUrl target =
                    StreamUrl.parse(
                            "rtmfp://" + HostPort.format(cluster.originAddress()) + "/live/roll");
            ReconnectingPublisher publisher =
                    new ReconnectingPublisher(
                            endpoint,
                            target,
                            ReconnectSettings.DEFAULT,
                            random,
                            ReconnectingPublisher.News.NONE);
            Thread publishing = new Thread(() -> publish(publisher, source), "publisher");
            publishing.start();
            List<ReturningPlayer> players = new ArrayList<>();
            try {
                for (int i = 0; i < PLAYERS; i++) {
                    players.add(new ReturningPlayer(endpoint, target, faults));
                }
                ReturningPlayer.awaitPlaying(players);
                for (int i = 0; i < EDGES; i++) {
                    restart(cluster, i, players);
                    ReturningPlayer.awaitPlaying(players);
                }
            } finally {
                publisher.stop();
                players.forEach(ReturningPlayer::close);
                publishing.join();
            }
            assertThat(faults).isEmpty();
            System.out.printf(
                    "%d players, %d edges restarted: at most %.1f s without media%n",
                    PLAYERS, EDGES, ReturningPlayer.longestPause(players));
            // Each edge was stopped once, so who began at one has moved.
            assertThat(players)
                    .filteredOn(player -> !player.servers().get(0).equals(cluster.originAddress()))
                    .isNotEmpty()
                    .allMatch(player -> player.servers().size() > 1);
            assertThat(publisher.publications()).isPositive();
        }
    }

    /** By an operator's word first, or by the signal alone. */
    private static void restart(TestCluster cluster, int index, List<ReturningPlayer> players)
            throws Exception {
        EdgeDaemon edge = cluster.edge(index);
        InetSocketAddress address = cluster.address(edge);
        long before = players.stream().mapToLong(player -> player.times(address)).sum();
        if (index == 0) {
            String path = "/edges/edge-0/drain";
            assertThat(AdminHttp.send(cluster.origin().adminAddress(), "POST", path).statusCode())
                    .isEqualTo(200);
            cluster.awaitState(index, EdgeState.DRAINING);
            Await.until("edge-0 is empty", () -> edge.server().node().sessions() == 0);
        }
        cluster.leave(edge);
        cluster.awaitState(index, EdgeState.LEFT);
        long after = players.stream().mapToLong(player -> player.times(address)).sum();
        assertThat(after).as("players at %s, of %s", address, players).isEqualTo(before);
        cluster.startAgain(index);
        cluster.awaitReady(EDGES);
    }

    private void publish(ReconnectingPublisher publisher, FlvSource source) {
        try {
            publisher.run(source);
        } catch (Exception e) {
            faults.add(e.toString());
        }
    }
}
