package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.altocumulus.relay.RelayMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Field case 26: hosts with two addresses of one network, on which all addresses are bound. The
 * kernel would answer from the first of them, whichever was asked. Clients are behind relays on
 * their host whose sockets are connected, so that nothing comes back from another address.
 */
@Tag("netns")
@Timeout(180)
class SeveralAddressesTest {
    private static final Path FLV =
            Path.of("src/main/resources/org/altocumulus/cli/demo/test-pattern.flv");
    private static final String RECEIVED =
            "received ([0-9]+) audio, ([0-9]+) video, ([0-9]+) data .* 0 gaps";

    @TempDir private Path folder;
    private final List<TestProcess> processes = new ArrayList<>();
    private Namespaces hosts;
    private String first;
    private String second;

    @BeforeEach
    void makeHosts() throws Exception {
        hosts = Namespaces.of("origin", "edge1", "client");
        first = hosts.address("origin");
        second = hosts.addSecondAddress("origin");
        hosts.addSecondAddress("edge1");
    }

    @AfterEach
    void end() throws IOException {
        processes.forEach(TestProcess::close);
        hosts.close();
    }

    private TestProcess start(String host, String... arguments) throws Exception {
        TestProcess process = TestProcess.start(hosts.exec(host), arguments);
        processes.add(process);
        return process;
    }

    private TestProcess startOrigin(String bind, String transport) throws Exception {
        TestProcess origin =
                start(
                        "origin",
                        "origin",
                        "--bind",
                        bind,
                        "--link",
                        first + ":1936",
                        "--admin",
                        "127.0.0.1:1980",
                        "--set",
                        "node.native-transport=" + transport,
                        "--set",
                        "link.secret=of-this-test");
        origin.await("ready");
        return origin;
    }

    private static String url(String server) {
        return "rtmfp://" + server + "/live/s";
    }

    /** Starts a relay before an address of the origin; returns its own. */
    private String relay(String target, int port) throws Exception {
        String address = "127.0.0.1:" + port;
        TestProcess relay =
                TestProcess.start(
                        hosts.exec("client"),
                        RelayMain.class,
                        "--listen",
                        address,
                        "--target",
                        target + ":1935");
        processes.add(relay);
        relay.await("relay .*");
        return address;
    }

    /** Plays by one way what is published by another, from the first message to the last. */
    private void play(String playedAt, String publishedAt) throws Exception {
        Path copy = folder.resolve("copy.flv");
        TestProcess player =
                start("client", "play", url(playedAt), "--force", "-o", copy.toString());
        assertThat(player.await("playing s from (.*)").group(1)).isEqualTo(playedAt);
        TestProcess publisher = start("client", "publish", url(publishedAt), FLV.toString());
        Matcher sent = publisher.await("published ([0-9]+) messages, .*");
        Matcher got = player.await(RECEIVED);
        int received = 0;
        for (int i = 1; i <= got.groupCount(); i++) {
            received += Integer.parseInt(got.group(i));
        }
        // One more: players are told by the server what access they have to the media.
        assertThat(received).isEqualTo(Integer.parseInt(sent.group(1)) + 1);
        assertThat(player.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void wholeSessionsAreAnsweredFromTheAddressThatWasAsked(String transport) throws Exception {
        startOrigin("0.0.0.0:1935", transport);
        play(second + ":1935", first + ":1935");
        play(relay(second, 19401), relay(first, 19402));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:1935", "[::]:1935"})
    void soAreHellosThatTheOriginRedirectsToAnEdge(String bind) throws Exception {
        TestProcess origin = startOrigin(bind, "on");
        String edge = hosts.address("edge1") + ":1935";
        start(
                "edge1",
                "edge",
                "--bind",
                bind,
                "--advertise",
                edge,
                "--origin",
                first + ":1936",
                "--set",
                "node.id=edge-1",
                "--set",
                "link.secret=of-this-test");
        origin.await(".*edge edge-1 answers at UDP .*");
        for (String asked : List.of(relay(second, 19401), relay(first, 19402))) {
            TestProcess player = start("client", "play", url(asked));
            assertThat(player.await("playing s from (.*)").group(1)).isEqualTo(edge);
        }
    }
}
