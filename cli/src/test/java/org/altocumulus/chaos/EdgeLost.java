package org.altocumulus.chaos;

import java.time.Duration;

/**
 * An edge is killed, or stands still, that nobody else's stream comes from. Players elsewhere lose
 * nothing; its own come back through the origin.
 *
 * @param name of the scenario
 * @param kind what happens to the edge
 */
record EdgeLost(String name, EdgeLost.Kind kind) implements Scenario {
    private static final int LOST = 2;

    /** Noticing it takes the clients some 7 s, the rest is for finding another edge. */
    private static final Duration BACK = Duration.ofSeconds(14);

    /** What happens to the edge. */
    enum Kind {
        KILLED,
        STOPPED
    }

    @Override
    public void run(Stage stage) throws Exception {
        Daemon edge = stage.cluster().edge(LOST);
        Crowd crowd = stage.crowd();
        Watch watch = stage.watch();
        if (kind == Kind.KILLED) {
            edge.kill();
        } else {
            edge.freeze();
        }
        Await.pass(stage.size().outage());
        if (kind == Kind.KILLED) {
            edge.start();
            edge.await("(?m)^ready");
        } else {
            edge.thaw();
        }
        stage.cluster().awaitState(LOST, "ready");
        Await.pass(Duration.ofSeconds(2));
        watch.nobodyLoses("players of other edges", crowd.playersBeside(LOST));
        watch.nobodyWaits("players of that edge", crowd.playersOf(LOST), BACK);
        long moved = crowd.playersOf(LOST).stream().filter(player -> !player.isHome()).count();
        stage.check("its players are elsewhere", moved > 0, moved + " are");
    }
}
