package org.altocumulus.chaos;

import java.time.Duration;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Hellos that lead to nothing, at the origin and at an edge, as fast as one who wants to annoy
 * sends them from one host. Nobody loses a frame, and newcomers get in.
 */
record HelloFlood() implements Scenario {
    private static final int PER_SECOND = 4000;
    private static final Duration NEWCOMER = Duration.ofSeconds(6);
    private static final Duration END = Duration.ofSeconds(20);
    private static final int NEWCOMERS = 6;

    @Override
    public String name() {
        return "hello-flood";
    }

    @Override
    public void run(Stage stage) throws Exception {
        ChaosCluster cluster = stage.cluster();
        Crowd crowd = stage.crowd();
        String origin = "rtmfp://" + HostPort.format(cluster.originUdp()) + "/live";
        String edge = "rtmfp://" + HostPort.format(cluster.edgeUdp(1)) + "/live";
        Daemon flood =
                cluster.daemon(
                        "flood",
                        List.of(
                                "load",
                                "redirect",
                                "--rate",
                                Integer.toString(PER_SECOND),
                                "--warmup",
                                "1s",
                                "--time",
                                stage.size().load().toSeconds() + "s",
                                origin,
                                edge));
        Watch watch = stage.watch();
        flood.start();
        flood.await("measuring");
        for (int i = 0; i < NEWCOMERS; i++) {
            ChaosPlayer player = crowd.player(cluster.originUdp(), Crowd.STREAM);
            stage.checkWithin(
                    NEWCOMER, "newcomer %d plays".formatted(i + 1), () -> player.log().last() > 0);
            boolean elsewhere = !cluster.originUdp().equals(player.server());
            stage.check("newcomer %d is at an edge".formatted(i + 1), elsewhere, "");
        }
        int code = flood.exitCode(stage.size().load().plus(END));
        stage.check("there was a flood", code == 0, "exit code " + code);
        watch.nobodyLoses("all players", crowd.players());
    }
}
