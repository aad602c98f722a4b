package org.altocumulus.chaos;

import java.time.Duration;

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
        // A pull that went to the relay earlier stays there, and waits for the link: a known fault.
        Duration outage = stage.size().outage();
        Duration gap = stage.size().knownFaults() ? Watch.LATE_GAP : outage.plus(Watch.LATE_GAP);
        watch.nobodyLoses("all players", stage.crowd().players(), gap);
    }
}
