package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A player behind a link that takes less than Ethernet, on hosts of its own. */
@Tag("long")
@Tag("netns")
@Timeout(120)
class SmallPathTest {
    private static final Path FLV =
            Path.of("src/main/resources/org/altocumulus/cli/demo/test-pattern.flv");

    @TempDir private Path folder;

    /**
     * Probes that are too large are refused by the router, which tells that they may not be
     * divided. Where even the datagrams that need no proof are too large, the server's kernel hears
     * of that and divides them itself.
     *
     * @param mtu of the link
     * @param refusals whether probes are refused
     */
    @ParameterizedTest
    @CsvSource({"1500, false", "1400, true", "1000, true"})
    void everythingArrivesAndTheRouterDividesNothing(int mtu, boolean refusals) throws Exception {
        try (Namespaces hosts = hosts(mtu);
                TestProcess origin =
                        TestProcess.start(
                                hosts.exec("server"),
                                "origin",
                                "--bind",
                                hosts.address("server") + ":1935",
                                "--link",
                                "127.0.0.1:0",
                                "--admin",
                                "127.0.0.1:0")) {
            origin.await("ready");
            String copy = folder.resolve("copy.flv").toString();
            try (TestProcess player =
                            TestProcess.start(
                                    hosts.exec("client"), "play", url(hosts), "-o", copy);
                    TestProcess publisher = publish(hosts, player)) {
                Matcher sent = publisher.await("published ([0-9]+) messages, .*");
                Matcher got =
                        player.await(
                                "received ([0-9]+) audio, ([0-9]+) video, ([0-9]+) data .*"
                                        + " 0 gaps");
                int received = 0;
                for (int i = 1; i <= got.groupCount(); i++) {
                    received += Integer.parseInt(got.group(i));
                }
                // One more: players are told by the server what access they have to the media.
                assertThat(received).isEqualTo(Integer.parseInt(sent.group(1)) + 1);
            }
            assertThat(hosts.countedByRouter("FragFails") > 0).isEqualTo(refusals);
            assertThat(hosts.countedByRouter("FragCreates")).isZero();
        }
    }

    private static Namespaces hosts(int mtu) throws Exception {
        Namespaces hosts = Namespaces.of("server", "client");
        hosts.mtu("client", mtu);
        return hosts;
    }

    private static String url(Namespaces hosts) {
        return "rtmfp://" + hosts.address("server") + ":1935/live/s";
    }

    private static TestProcess publish(Namespaces hosts, TestProcess player) throws Exception {
        player.await("playing s from .*");
        return TestProcess.start(hosts.exec("server"), "publish", url(hosts), FLV.toString());
    }
}
