package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.altocumulus.relay.RelayMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster whose origin and three edges have a host each. All clients are on another, and reach
 * the servers through relays on yet another only, which lose 1 % of what passes and take 20 ms.
 */
@Tag("netns")
@Timeout(240)
class SeveralHostsTest {
    private static final Path FLV =
            Path.of("src/main/resources/org/altocumulus/cli/demo/test-pattern.flv");
    private static final List<String> SERVERS = List.of("origin", "edge1", "edge2", "edge3");
    private static final String RECEIVED =
            "received ([0-9]+) audio, ([0-9]+) video, ([0-9]+) data .*";

    @TempDir private Path folder;
    private final List<TestProcess> processes = new ArrayList<>();
    private Namespaces hosts;
    private TestProcess origin;

    @BeforeEach
    void start() throws Exception {
        hosts = Namespaces.of("origin", "edge1", "edge2", "edge3", "relay", "client");
        for (String server : SERVERS) {
            hosts.cut("client", server);
            startRelay(server);
        }
        origin =
                startServer(
                        "origin",
                        "--link",
                        hosts.address("origin") + ":1936",
                        "--admin",
                        "127.0.0.1:1980",
                        "--set",
                        "link.expect-edges=3");
        origin.await("ready");
        for (String edge : SERVERS.subList(1, 4)) {
            startServer(edge, "--origin", hosts.address("origin") + ":1936");
        }
        for (String edge : SERVERS.subList(1, 4)) {
            origin.await(".*edge " + edge + " answers at UDP .*");
        }
    }

    @AfterEach
    void end() throws IOException {
        processes.forEach(TestProcess::close);
        hosts.close();
    }

    private void startRelay(String server) throws Exception {
        TestProcess relay =
                TestProcess.start(
                        hosts.exec("relay"),
                        RelayMain.class,
                        "--listen",
                        publicAddress(server),
                        "--target",
                        hosts.address(server) + ":1935",
                        "--seed",
                        Integer.toString(SERVERS.indexOf(server)),
                        "--link",
                        "loss=1% delay=20ms");
        processes.add(relay);
        relay.await("relay .*");
    }

    private TestProcess startServer(String name, String... options) throws Exception {
        List<String> arguments = new ArrayList<>();
        arguments.add(name.equals("origin") ? "origin" : "edge");
        arguments.addAll(List.of("--bind", hosts.address(name) + ":1935"));
        arguments.addAll(List.of("--advertise", publicAddress(name)));
        arguments.addAll(List.of("--set", "node.id=" + name));
        arguments.addAll(List.of("--set", "link.secret=of-this-test"));
        arguments.addAll(List.of("--set", "link.report-interval=500ms"));
        arguments.addAll(List.of("--set", "link.suspect-after=2s"));
        arguments.addAll(List.of("--set", "link.lost-after=4s"));
        arguments.addAll(List.of(options));
        TestProcess server = TestProcess.start(hosts.exec(name), arguments.toArray(String[]::new));
        processes.add(server);
        return server;
    }

    /** Where clients reach a server: at the relay before it. */
    private String publicAddress(String server) {
        return hosts.address("relay") + ":" + (19350 + SERVERS.indexOf(server));
    }

    private String url(String server, String stream) {
        return "rtmfp://" + publicAddress(server) + "/live/" + stream;
    }

    private TestProcess client(String... arguments) throws Exception {
        TestProcess client = TestProcess.start(hosts.exec("client"), arguments);
        processes.add(client);
        return client;
    }

    private TestProcess player(String server, String stream, Path file) throws Exception {
        TestProcess player = client("play", url(server, stream), "-o", file.toString());
        player.await("playing " + stream + " from .*");
        return player;
    }

    @Test
    void aStreamCrossesTheClusterThroughLossAndDelay() throws Exception {
        TestProcess beside = player("edge1", "camera", folder.resolve("beside.flv"));
        TestProcess across = player("edge2", "camera", folder.resolve("across.flv"));
        TestProcess redirected = player("origin", "camera", folder.resolve("redirected.flv"));
        TestProcess publisher = client("publish", url("edge1", "camera"), FLV.toString());

        Matcher sent = publisher.await("published ([0-9]+) messages, .*");
        for (TestProcess player : List.of(beside, across, redirected)) {
            // One more: players are told by the server what access they have to the media.
            assertThat(messages(player.await(RECEIVED)))
                    .isEqualTo(Integer.parseInt(sent.group(1)) + 1);
        }
    }

    @Test
    void anEdgeThatIsCutOffServesItsClientsAndComesBackWithItsStreams() throws Exception {
        Path beside = folder.resolve("beside.flv");
        TestProcess neighbour = player("edge1", "camera", beside);
        TestProcess publisher = client("publish", "--loop", url("edge1", "camera"), FLV.toString());
        TestProcess before = player("edge2", "camera", folder.resolve("before.flv"));
        awaitGrowth(folder.resolve("before.flv"));

        hosts.cut("edge1", "origin");
        origin.await(".*edge edge1 is gone: .*");
        before.await(RECEIVED);
        awaitGrowth(beside);
        for (int i = 0; i < 3; i++) {
            TestProcess newcomer = client("play", url("origin", "camera"));
            String server = newcomer.await("playing camera from (.*)").group(1);
            assertThat(server).isIn(publicAddress("edge2"), publicAddress("edge3"));
            newcomer.close();
        }

        hosts.mend("edge1", "origin");
        player("edge2", "camera", folder.resolve("after.flv"));
        awaitGrowth(folder.resolve("after.flv"));
        publisher.terminate();
        Matcher sent = publisher.await("published ([0-9]+) messages, .*");
        assertThat(messages(neighbour.await(RECEIVED)))
                .as("what the player beside the publisher got")
                .isEqualTo(Integer.parseInt(sent.group(1)) + 1);
    }

    /** Waits until a file is written to that has more than its header. */
    private static void awaitGrowth(Path file) throws Exception {
        long before = Files.size(file);
        Await.until(file + " grows", () -> Files.size(file) > before + 10_000, () -> "" + before);
    }

    private static int messages(Matcher received) {
        int sum = 0;
        for (int i = 1; i <= received.groupCount(); i++) {
            sum += Integer.parseInt(received.group(i));
        }
        return sum;
    }
}
