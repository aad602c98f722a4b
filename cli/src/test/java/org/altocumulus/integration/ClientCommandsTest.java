package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.FlvRecorder;
import org.altocumulus.protocol.flv.FlvReader;
import org.altocumulus.protocol.flv.FlvTag;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** publish and play as processes, with an origin that all tests share. */
@Timeout(240)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals and pipes of POSIX systems")
class ClientCommandsTest {
    private static final String ANY = "127.0.0.1:0";
    private static final String REPORTS = "/org/altocumulus/cli/client/";

    /** Shorter than what a player that is stopped used to take. */
    private static final long AT_ONCE = TimeUnit.MILLISECONDS.toNanos(2900);

    private static TestProcess origin;
    private static String server;

    @TempDir private Path folder;
    private Path recording;

    @BeforeAll
    static void start() throws Exception {
        origin = TestProcess.start("origin", "--bind", ANY, "--link", ANY, "--admin", ANY);
        server = origin.await("bound: UDP (127[^ ]+) .*").group(1);
    }

    @AfterAll
    static void stop() {
        origin.close();
    }

    @BeforeEach
    void name() {
        recording = folder.resolve("recording.flv");
    }

    private static String url(String stream) {
        return "rtmfp://" + server + "/live/" + stream;
    }

    private Path report(String name) throws Exception {
        Path file = folder.resolve(name + ".flv");
        try (InputStream in = getClass().getResourceAsStream(REPORTS + name + ".flv")) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    private static List<FlvTag> tags(Path file) throws Exception {
        List<FlvTag> tags = new ArrayList<>();
        try (FlvReader reader = new FlvReader(Files.newInputStream(file))) {
            for (FlvTag tag = reader.next(); tag != null; tag = reader.next()) {
                tags.add(tag);
            }
            assertThat(reader.truncated()).isFalse();
        }
        return tags;
    }

    private static List<Long> times(List<FlvTag> tags, int type) {
        return tags.stream().filter(tag -> tag.type() == type).map(FlvTag::timestamp).toList();
    }

    private static List<String> shell(String script) {
        return List.of("sh", "-c", script, "sh");
    }

    /** Field cases 102, 106, 110 and 116. */
    @Test
    void aStreamPassesThroughStandardInputAndOutput() throws Exception {
        Path file = report("shift_3600000");
        try (TestProcess player =
                TestProcess.start(
                        shell("\"$@\" > " + recording), "play", url("piped"), "-o", "-")) {
            player.await("waiting for piped: nobody publishes it yet");
            try (TestProcess publisher =
                    TestProcess.start(
                            shell("cat " + file + " | \"$@\""), "publish", "-", url("piped"))) {
                assertThat(publisher.exitCode()).as("%s", publisher.err()).isZero();
                publisher.await("published 85 messages, .*");
            }
            assertThat(player.exitCode()).as("%s", player.err()).isZero();
            assertThat(player.out()).isEmpty();
        }
        assertThat(Files.readAllBytes(recording)[4]).isEqualTo((byte) 5);
        List<FlvTag> tags = tags(recording);
        assertThat(times(tags, FlvTag.VIDEO)).hasSameSizeAs(times(tags(file), FlvTag.VIDEO));
        assertThat(tags.get(tags.size() - 1).timestamp()).isBetween(2500L, 3500L);
    }

    /** Field case 98, for the recorder. */
    @Test
    void aRecordingOverTwoPublicationsHasTimesThatRise() throws Exception {
        String file = report("3s").toString();
        try (TestProcess player =
                TestProcess.start(
                        "play", "--reconnect", url("twice"), "-o", recording.toString())) {
            player.await("waiting for twice: nobody publishes it yet");
            for (int i = 0; i < 2; i++) {
                try (TestProcess publisher = TestProcess.start("publish", file, url("twice"))) {
                    assertThat(publisher.exitCode()).as("%s", publisher.err()).isZero();
                }
                player.await("waiting for twice: nobody publishes it now");
            }
            player.terminate();
            assertThat(player.exitCode()).as("%s", player.err()).isZero();
        }
        List<FlvTag> tags = tags(recording);
        for (int type : List.of(FlvTag.AUDIO, FlvTag.VIDEO)) {
            assertThat(times(tags, type)).isSorted();
        }
        assertThat(times(tags, FlvTag.VIDEO).size()).isGreaterThan(20);
        assertThat(tags.get(tags.size() - 1).timestamp()).isGreaterThan(5000);
    }

    /** Field case 102: it used to end at once. The signal comes twice, as GNU timeout sends it. */
    @Test
    void signalsEndPublisherAndPlayerAtOnceWithASummary() throws Exception {
        String file = report("all_zero").toString();
        try (TestProcess publisher = TestProcess.start("publish", "--loop", file, url("loop"));
                TestProcess player = TestProcess.start("play", "--stats", url("loop"))) {
            publisher.await(".*all frames have one timestamp.*");
            player.await("[0-9]+ s: [0-9]+ audio, [1-9][0-9]* video, .*");
            for (TestProcess process : List.of(player, publisher)) {
                assertThat(process.isAlive()).isTrue();
                long begin = System.nanoTime();
                process.terminate();
                process.terminate();
                assertThat(process.exitCode()).as("%s", process.err()).isZero();
                assertThat(System.nanoTime() - begin).isLessThan(AT_ONCE);
            }
            player.await("received [0-9]+ audio, .*");
            publisher.await("published [0-9]+ messages, .*");
        }
    }

    /** Field case 103: it used to end with code 0, and the picture was gone for good. */
    @Test
    void aFrameThatIsTooLargeEndsPublishWithItsSizeAndTheLimit() throws Exception {
        Path file = folder.resolve("large.flv");
        try (OutputStream out = Files.newOutputStream(file);
                FlvRecorder recorder = new FlvRecorder(out)) {
            for (RtmpMessage message : TestMedia.generated(1, 20)) {
                recorder.write(message);
            }
            byte[] frame = new byte[3_000_000];
            frame[0] = 0x17;
            frame[1] = 1;
            recorder.write(RtmpMessage.of(MessageType.VIDEO, 800, frame));
            for (int i = 0; i < 1000; i++) {
                byte[] sound = {(byte) 0xaf, 1, 2, 3};
                recorder.write(RtmpMessage.of(MessageType.AUDIO, 840 + 40L * i, sound));
            }
        }
        String failed =
                "NetStream.Failed a message of [0-9]+ bytes or more was not taken: at most"
                        + " 2097152 \\(session.max-message\\)";
        try (TestProcess player = TestProcess.start("play", url("large"));
                TestProcess publisher =
                        TestProcess.start("publish", url("large"), file.toString())) {
            assertThat(publisher.exitCode()).isEqualTo(1);
            publisher.await("altocumulus: publish large: " + failed);
            publisher.await("published [0-9]+ messages, .*");
            assertThat(player.exitCode()).as("%s", player.err()).isZero();
            player.await("received [0-9]+ audio, 2[01] video, .*");
            origin.await(".*WARN.* stream live/large: a message of .*session.max-message.*");
        }
    }

    @Test
    void filesThatAreDamagedEndWithCode1AndThePlace() throws Exception {
        Path file = report("3s");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        assertFails(".*the file is truncated: it ends at byte " + whole.length / 2 + ",.*", file);
        Files.write(file, new byte[0]);
        assertFails(".* is no FLV file: at byte 0: nothing, .*", file);
        Files.write(file, Arrays.copyOf(whole, 13));
        assertFails(".*there is no audio, video or data in it", file);
    }

    private static void assertFails(String expected, Path file) throws Exception {
        try (TestProcess publisher =
                TestProcess.start("publish", url("damaged"), file.toString())) {
            assertThat(publisher.exitCode()).isEqualTo(1);
            assertThat(publisher.err()).singleElement().asString().matches(expected);
        }
    }

    @Test
    void whoReadsStandardOutputMayGo() throws Exception {
        String file = report("3s").toString();
        try (TestProcess publisher = TestProcess.start("publish", "--loop", file, url("gone"));
                TestProcess player =
                        TestProcess.start(
                                shell("{ \"$@\"; echo code $? >&2; } | head -c 100 > /dev/null"),
                                "play",
                                url("gone"),
                                "-o",
                                "-")) {
            player.await(".*cannot write standard output: whoever reads it has gone.*");
            player.await("code 1");
            publisher.terminate();
            assertThat(publisher.exitCode()).isZero();
        }
    }

    /** Field cases 100 and 101. */
    @Test
    void theQueryReachesTheHooksByteForByteAndNoOutput() throws Exception {
        String query = "?token=a/b//c==&u=%2Fme@home?x";
        String file = report("3s").toString();
        try (TestHook hook = new TestHook().answers(200, "");
                TestProcess asking =
                        TestProcess.start(
                                "origin",
                                "--bind",
                                ANY,
                                "--link",
                                ANY,
                                "--admin",
                                ANY,
                                "--set",
                                "hooks.publish=" + hook.url(),
                                "--set",
                                "hooks.play=" + hook.url())) {
            String at = asking.await("bound: UDP (127[^ ]+) .*").group(1);
            String url = "rtmfp://" + at + "/live/show" + query;
            try (TestProcess player =
                            TestProcess.start("play", "--verbose", "--timeout", "60s", url);
                    TestProcess publisher =
                            TestProcess.start(
                                    "publish",
                                    "--timeout",
                                    "60s",
                                    "--verbose",
                                    "--stats",
                                    "--loop",
                                    file,
                                    url)) {
                Await.until("both hooks are asked", () -> hook.requests().size() >= 2);
                player.await("playing show from .*");
                publisher.await("publishing show at .*");
                publisher.await("[0-9]+ s: [1-9][0-9]* audio, .*");
                player.terminate();
                publisher.terminate();
                assertThat(player.exitCode()).as("%s", player.err()).isZero();
                assertThat(publisher.exitCode()).as("%s", publisher.err()).isZero();
                assertThat(hook.requests())
                        .allSatisfy(
                                asked -> {
                                    assertThat(asked.get("param").asText()).isEqualTo(query);
                                    assertThat(asked.get("stream").asText())
                                            .isEqualTo("show" + query);
                                });
                for (TestProcess process : List.of(player, publisher, asking)) {
                    assertThat(process.out() + "" + process.err()).doesNotContain("token", "me@");
                }
            }
        }
    }
}
