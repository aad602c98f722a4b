package org.altocumulus.chaos;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;

/**
 * A publisher is killed without a close, and another one comes for its name at another edge. It
 * gets the name within some seconds, and those who waited play on.
 */
record PublisherKilled() implements Scenario {
    private static final int PLAYERS = 6;
    private static final Duration BEGIN = Duration.ofSeconds(15);

    /** The name is given away after 3 s of silence, and the newcomer asks once a second. */
    private static final Duration REPLACED = Duration.ofSeconds(5);

    private static final String FILE = "/org/altocumulus/cli/demo/test-pattern.flv";

    @Override
    public String name() {
        return "publisher-killed";
    }

    @Override
    public void run(Stage stage) throws Exception {
        ChaosCluster cluster = stage.cluster();
        Crowd crowd = stage.crowd();
        String stream = "camera-" + stage.random().nextInt(1_000_000);
        Path file = cluster.folder().resolve("camera.flv");
        try (InputStream pattern = PublisherKilled.class.getResourceAsStream(FILE)) {
            Files.write(file, pattern.readAllBytes());
        }
        String url = "rtmfp://" + HostPort.format(cluster.edgeUdp(0)) + "/live/" + stream;
        Daemon camera =
                cluster.daemon("camera", List.of("publish", "--loop", url, file.toString()));
        try {
            camera.start();
            camera.await("publishing");
            List<ChaosPlayer> players = new ArrayList<>();
            for (int i = 0; i < PLAYERS; i++) {
                players.add(crowd.player(cluster.edgeUdp(i % ChaosCluster.EDGES), stream));
            }
            Await.until(
                    BEGIN,
                    () -> "all play " + stream,
                    () -> players.stream().allMatch(player -> player.media() > 0));
            Watch watch = stage.watch();
            camera.kill();
            Await.pass(Duration.ofSeconds(1));
            ChaosPublisher next = crowd.publisher(cluster.edgeUdp(2), stream);
            stage.checkWithin(REPLACED, "the next publisher has the name", next::isLive);
            int from = next.frames().last();
            stage.checkWithin(
                    Duration.ofSeconds(2),
                    "its players play on",
                    () -> players.stream().allMatch(player -> player.log().last() > from));
            watch.nobodyLoses("all players of another stream", crowd.players());
        } finally {
            camera.stop();
        }
    }
}
