package org.altocumulus.chaos;

import java.time.Duration;

/**
 * Openings that stop after their keying, at two edges. They count as clients nowhere, real ones get
 * in meanwhile, and nobody loses a frame.
 */
record HalfOpenFlood() implements Scenario {
    private static final int PER_SECOND = 200;
    private static final int NEWCOMERS = 4;
    private static final Duration NEWCOMER = Duration.ofSeconds(6);
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Override
    public String name() {
        return "half-open-flood";
    }

    @Override
    public void run(Stage stage) throws Exception {
        ChaosCluster cluster = stage.cluster();
        Crowd crowd = stage.crowd();
        Watch watch = stage.watch();
        int most = 0;
        int opened;
        try (HalfOpener one = new HalfOpener(cluster.edgeUdp(1), PER_SECOND);
                HalfOpener other = new HalfOpener(cluster.edgeUdp(2), PER_SECOND)) {
            long begin = System.nanoTime();
            for (int i = 0; i < NEWCOMERS; i++) {
                ChaosPlayer player = crowd.player(cluster.edgeUdp(1 + i % 2), Crowd.STREAM);
                stage.checkWithin(
                        NEWCOMER,
                        "newcomer %d plays".formatted(i + 1),
                        () -> player.log().last() > 0);
            }
            while (System.nanoTime() - begin < stage.size().load().toNanos()) {
                for (int i = 1; i < ChaosCluster.EDGES; i++) {
                    most = Math.max(most, cluster.seenByOrigin(i).path("clients").asInt());
                }
                Await.pass(PAUSE);
            }
            opened = Math.min(one.keyings(), other.keyings());
        }
        int there = Crowd.PLAYERS / ChaosCluster.EDGES + NEWCOMERS / 2;
        stage.check("there was a flood", opened > PER_SECOND, opened + " half-open at each");
        stage.check("edges count clients alone", most <= there, most + " clients of " + there);
        watch.nobodyLoses("all players", crowd.players());
    }
}
