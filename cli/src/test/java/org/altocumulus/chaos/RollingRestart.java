package org.altocumulus.chaos;

import java.time.Duration;

/**
 * Every node is restarted in order, the edges after a drain, the origin at last. Clients move in
 * time, and none is without frames for long.
 */
record RollingRestart() implements Scenario {
    private static final Duration END = Duration.ofSeconds(30);
    private static final Duration MOVE = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "rolling-restart";
    }

    @Override
    public void run(Stage stage) throws Exception {
        ChaosCluster cluster = stage.cluster();
        Crowd crowd = stage.crowd();
        Watch watch = stage.watch();
        for (int i = 0; i < ChaosCluster.EDGES; i++) {
            Daemon edge = cluster.edge(i);
            String drain = "/edges/" + edge.name() + "/drain";
            int status = cluster.originAdmin().status("POST", drain);
            stage.check(edge.name() + " is drained", status == 200, "status " + status);
            edge.terminate();
            int code = edge.exitCode(END);
            stage.check(edge.name() + " stops in order", code == 0, "exit code " + code);
            edge.start();
            edge.await("(?m)^ready");
            cluster.awaitState(i, "ready");
            crowd.awaitPlaying(crowd.players(), MOVE);
        }
        watch.nobodyWaits("all players, edges", crowd.players(), MOVE);
        Watch origin = stage.watch();
        cluster.origin().terminate();
        int code = cluster.origin().exitCode(END);
        stage.check("the origin stops in order", code == 0, "exit code " + code);
        cluster.origin().start();
        cluster.origin().await("(?m)^ready");
        for (int i = 0; i < ChaosCluster.EDGES; i++) {
            cluster.awaitState(i, "ready");
        }
        origin.nobodyLoses("all players, origin", crowd.players());
    }
}
