package org.altocumulus.chaos;

/**
 * No packet passes between the origin and the edge that the stream comes from, and nobody is told.
 * The edges have each other, so nobody loses a frame.
 */
record LinkCut() implements Scenario {
    @Override
    public String name() {
        return "link-cut";
    }

    @Override
    public void run(Stage stage) throws Exception {
        Watch watch = stage.watch();
        stage.cluster().link(0).cut();
        Await.pass(stage.size().outage());
        stage.cluster().link(0).mend();
        stage.cluster().awaitState(0, "ready");
        watch.nobodyLoses("all players", stage.crowd().players(), Watch.LATE_GAP);
    }
}
