package org.altocumulus.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A publisher that sends large data messages in bursts beside its frames, to players at other
 * edges. Each of them goes on, and the players of another stream lose nothing.
 */
record LargeData() implements Scenario {
    private static final int BYTES = 150_000;
    private static final int BURST = 3;
    private static final int PLAYERS = 6;
    private static final Duration BEGIN = Duration.ofSeconds(10);
    private static final Duration GO_ON = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "large-data";
    }

    @Override
    public void run(Stage stage) throws Exception {
        ChaosCluster cluster = stage.cluster();
        Crowd crowd = stage.crowd();
        String stream = "large-" + stage.random().nextInt(1_000_000);
        ChaosPublisher publisher = crowd.publisher(cluster.edgeUdp(0), stream);
        List<ChaosPlayer> players = new ArrayList<>();
        for (int i = 0; i < PLAYERS; i++) {
            players.add(crowd.player(cluster.edgeUdp(1 + i % 2), stream));
        }
        Await.until(
                BEGIN,
                () -> "all play " + stream,
                () -> players.stream().allMatch(player -> player.log().last() > 0));
        Watch watch = stage.watch();
        long begin = System.nanoTime();
        int sent = 0;
        while (System.nanoTime() - begin < stage.size().load().toNanos()) {
            for (int i = 0; i < BURST; i++) {
                publisher.sendData(BYTES);
                sent++;
            }
            Await.pass(Duration.ofSeconds(1));
        }
        int last = publisher.frames().last();
        stage.checkWithin(
                GO_ON,
                "players of the large data go on",
                () -> players.stream().allMatch(player -> player.log().last() > last));
        int all = sent * PLAYERS;
        int got = players.stream().mapToInt(ChaosPlayer::data).sum();
        stage.check("the large data come", got == all, got + " of " + all);
        watch.nobodyLoses("all players of another stream", crowd.players());
    }
}
