package org.altocumulus.chaos;

import java.time.Duration;

/**
 * No packet passes between the edge that the stream comes from and the other edges, and nobody is
 * told. The origin relays instead, and players go on within a bound.
 */
record PullsCut() implements Scenario {
    private static final Duration FALL_BACK = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "pulls-cut";
    }

    @Override
    public void run(Stage stage) throws Exception {
        Crowd crowd = stage.crowd();
        Watch cut = stage.watch();
        stage.cluster().pullsFromFirst().cut();
        Await.pass(stage.size().outage().plus(FALL_BACK.dividedBy(2)));
        cut.nobodyLoses("players of the edge", crowd.playersOf(0));
        cut.nobodyWaits("players of others", crowd.playersBeside(0), FALL_BACK);
        Watch mended = stage.watch();
        stage.cluster().pullsFromFirst().mend();
        Await.pass(Duration.ofSeconds(5));
        mended.nobodyLoses("all players, once mended", crowd.players());
    }
}
