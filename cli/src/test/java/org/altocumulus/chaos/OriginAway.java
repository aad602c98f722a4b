package org.altocumulus.chaos;

import java.time.Duration;

/**
 * The origin is killed, or stands still, and comes back some time later. Nobody loses a frame, and
 * who comes to an edge meanwhile, publisher or player, is served as ever.
 *
 * @param name of the scenario
 * @param kind what happens to the origin
 */
record OriginAway(String name, OriginAway.Kind kind) implements Scenario {
    private static final Duration NEWCOMER = Duration.ofSeconds(2);

    /** What happens to the origin. */
    enum Kind {
        KILLED,
        STOPPED
    }

    @Override
    public void run(Stage stage) throws Exception {
        Daemon origin = stage.cluster().origin();
        Crowd crowd = stage.crowd();
        Watch watch = stage.watch();
        if (kind == Kind.KILLED) {
            origin.kill();
        } else {
            origin.freeze();
        }
        long gone = System.nanoTime();
        Await.pass(Duration.ofSeconds(1));
        newcomers(stage, "at once");
        long rest = stage.size().outage().toNanos() / 2 - (System.nanoTime() - gone);
        Await.pass(Duration.ofNanos(Math.max(0, rest)));
        newcomers(stage, "later");
        rest = stage.size().outage().toNanos() - (System.nanoTime() - gone);
        Await.pass(Duration.ofNanos(Math.max(0, rest)));
        if (kind == Kind.KILLED) {
            origin.start();
            origin.await("(?m)^ready");
        } else {
            origin.thaw();
        }
        for (int i = 0; i < ChaosCluster.EDGES; i++) {
            stage.cluster().awaitState(i, "ready");
        }
        // What its return does to them shows within a second or two.
        Await.pass(Duration.ofSeconds(3));
        watch.nobodyLoses("all players", crowd.players());
    }

    /** A publisher at one edge and players at the others; a player of the stream that is there. */
    private void newcomers(Stage stage, String when) throws Exception {
        Crowd crowd = stage.crowd();
        ChaosCluster cluster = stage.cluster();
        ChaosPlayer late = crowd.player(cluster.edgeUdp(2), Crowd.STREAM);
        stage.checkWithin(NEWCOMER, "new player plays, " + when, () -> late.log().last() > 0);
        String stream = "meanwhile-" + stage.random().nextInt(1_000_000);
        ChaosPlayer before = crowd.player(cluster.edgeUdp(0), stream);
        ChaosPublisher publisher = crowd.publisher(cluster.edgeUdp(1), stream);
        boolean live =
                stage.checkWithin(NEWCOMER, "new publisher begins, " + when, publisher::isLive);
        ChaosPlayer after = crowd.player(cluster.edgeUdp(2), stream);
        if (live) {
            stage.checkWithin(
                    NEWCOMER,
                    "new stream plays elsewhere, " + when,
                    () -> before.log().last() > 0 && after.log().last() > 0);
        }
    }
}
