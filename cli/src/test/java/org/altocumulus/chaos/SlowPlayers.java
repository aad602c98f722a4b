package org.altocumulus.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Players that stand still, so that nothing is acknowledged, beside the others at an edge. Nobody
 * else loses a frame, the edge takes little memory for them, and they play when they go on.
 */
record SlowPlayers() implements Scenario {
    private static final int EDGE = 1;
    private static final int PLAYERS = 3;
    private static final long MOST_GROWTH = 96L << 20;
    private static final Duration END = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "slow-players";
    }

    @Override
    public void run(Stage stage) throws Exception {
        ChaosCluster cluster = stage.cluster();
        String edge = HostPort.format(cluster.edgeUdp(EDGE));
        List<Daemon> players = new ArrayList<>();
        try {
            for (int i = 0; i < PLAYERS; i++) {
                String url = "rtmfp://" + edge + "/live/" + Crowd.STREAM;
                Daemon player = cluster.daemon("player-" + i, List.of("play", url));
                players.add(player);
                player.start();
            }
            for (Daemon player : players) {
                player.await(Crowd.STREAM);
            }
            Await.pass(Duration.ofSeconds(1));
            long before = cluster.edge(EDGE).residentBytes();
            Watch watch = stage.watch();
            for (Daemon player : players) {
                player.freeze();
            }
            Await.pass(stage.size().load());
            long growth = cluster.edge(EDGE).residentBytes() - before;
            stage.check(
                    "the edge takes little memory",
                    growth < MOST_GROWTH,
                    "%d MB more".formatted(growth >> 20));
            watch.nobodyLoses("all other players", stage.crowd().players());
            for (Daemon player : players) {
                player.thaw();
            }
            Await.pass(Duration.ofSeconds(1));
            for (Daemon player : players) {
                player.terminate();
            }
            for (Daemon player : players) {
                stage.check(player.name() + " ends", player.exitCode(END) >= 0, "");
            }
        } finally {
            players.forEach(Daemon::stop);
        }
    }
}
