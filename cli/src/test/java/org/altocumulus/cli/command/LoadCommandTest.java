package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line of load takes and refuses; the load itself is tested by integration. */
class LoadCommandTest {
    private static final List<String> MODES =
            List.of("handshake", "hold", "fanout", "redirect", "churn");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir private Path folder;

    private int run(String... args) {
        return Altocumulus.run(
                args, Map.of(), new PrintWriter(out, true), new PrintWriter(err, true));
    }

    @Test
    void everyModeHasHelp() {
        for (String mode : MODES) {
            out.getBuffer().setLength(0);
            assertThat(run("load", mode, "--help")).isZero();
            assertThat(out.toString())
                    .contains("Usage: altocumulus load " + mode)
                    .contains("--server-pid", "--warmup", "--group");
        }
        out.getBuffer().setLength(0);
        assertThat(run("load", "--help")).isZero();
        assertThat(out.toString()).contains(MODES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load",
                "load storm",
                "load handshake",
                "load handshake http://h/app",
                "load handshake rtmfp://h",
                "load handshake --concurrency 0 rtmfp://h/app",
                "load handshake --concurrency many rtmfp://h/app",
                "load handshake --rate 0 rtmfp://h/app",
                "load handshake --rate NaN rtmfp://h/app",
                "load handshake --time 0s rtmfp://h/app",
                "load handshake --time 5 rtmfp://h/app",
                "load handshake --warmup -1s rtmfp://h/app",
                "load handshake --group 3 rtmfp://h/app",
                "load handshake --hmac sometimes rtmfp://h/app",
                "load handshake --sequence-numbers yes rtmfp://h/app",
                "load handshake --threads 0 rtmfp://h/app",
                "load handshake --threads 257 rtmfp://h/app",
                "load handshake --sockets 0 rtmfp://h/app",
                "load handshake --server-pid 0 rtmfp://h/app",
                "load handshake --server-pid x rtmfp://h/app",
                "load hold --sessions 0 rtmfp://h/app",
                "load hold --open-rate 0 rtmfp://h/app",
                "load fanout rtmfp://h/app",
                "load fanout --players 0 rtmfp://h/app/s",
                "load fanout --players 2 --players-each 2 rtmfp://h/app/s",
                "load fanout --publishers 0 rtmfp://h/app/s",
                "load fanout --publishers 100000 --players-each 100000 rtmfp://h/app/s",
                "load fanout --size 31 rtmfp://h/app/s",
                "load fanout --size 20000000 rtmfp://h/app/s",
                "load fanout --rate 0 rtmfp://h/app/s",
                "load fanout --type film rtmfp://h/app/s",
                "load fanout --key-every 0 rtmfp://h/app/s",
                "load fanout rtmfp://h/app/s rtmfp://i/app/t",
                "load fanout --publish-to rtmfp://h/app/t rtmfp://h/app/s",
                "load redirect --concurrency 0 rtmfp://h/app",
                "load redirect --rate -5 rtmfp://h/app",
                "load redirect --answer-timeout soon rtmfp://h/app",
                "load churn --players 0 rtmfp://h/app/s",
                "load churn --rate 0 rtmfp://h/app/s",
                "load churn --message-rate 0 rtmfp://h/app/s"
            })
    void whatIsWrongIsToldInOneLineWithCode2(String arguments) {
        assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("altocumulus: ")
                .contains("--help'");
        assertThat(out.toString()).isEmpty();
    }

    /** With a time that is none at their ends they are read, and nothing starts. */
    @Test
    void theCommandsOfTheManualAreTaken() throws IOException {
        List<String> commands =
                Pattern.compile("(?m)^    \\S*altocumulus load (.*)$")
                        .matcher(
                                Files.readString(Path.of("../docs/operations.md"))
                                        + Files.readString(Path.of("../README.md")))
                        .results()
                        .map(command -> command.group(1).replaceAll("#  *.*", "").strip())
                        .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(8);
        for (String command : commands) {
            err.getBuffer().setLength(0);
            List<String> arguments = new ArrayList<>(List.of("load"));
            arguments.addAll(List.of(command.split(" +", -1)));
            arguments.addAll(List.of("--timeout", "never"));
            assertThat(run(arguments.toArray(String[]::new))).as(command).isEqualTo(2);
            assertThat(err.toString()).as(command).contains("'never': expected a time");
        }
        assertThat(commands.stream().map(command -> command.split(" ", -1)[0])).containsAll(MODES);
    }

    @Test
    void aHostThatNobodyKnowsIsToldInOneLineWithCode1() {
        for (String mode : List.of("handshake", "redirect")) {
            err.getBuffer().setLength(0);
            assertThat(run("load", mode, "rtmfp://no-such-host.invalid/app")).isEqualTo(1);
            assertThat(err.toString().lines())
                    .singleElement()
                    .isEqualTo(
                            "altocumulus: cannot look up no-such-host.invalid: the host's name is"
                                    + " not known");
        }
    }

    @Test
    void aFileThatIsNoneIsToldInOneLineWithCode1() throws IOException {
        Path text = Files.writeString(folder.resolve("a.flv"), "no film");
        assertThat(run("load", "fanout", "--file", text.toString(), "rtmfp://127.0.0.1/a/s"))
                .isEqualTo(1);
        assertThat(err.toString().lines()).singleElement().asString().contains("a.flv");
    }

    /** The results are one line of JSON, even of a measurement in which nothing worked. */
    @Test
    void aServerThatDoesNotAnswerIsReportedAndIsCode1() throws IOException {
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            String url = "rtmfp://127.0.0.1:" + silent.getLocalPort() + "/app";
            int code =
                    run(
                            "load",
                            "handshake",
                            "--time=200ms",
                            "--warmup=0",
                            "--timeout=100ms",
                            "--concurrency=2",
                            "--group=14",
                            "--hmac=require",
                            url);
            assertThat(code).isEqualTo(1);
            assertThat(out.toString().lines()).hasSize(1);
            JsonNode report = new ObjectMapper().readTree(out.toString());
            assertThat(report.path("mode").asText()).isEqualTo("handshake");
            assertThat(report.at("/urls/0").asText()).isEqualTo(url);
            assertThat(report.path("group").asInt()).isEqualTo(14);
            assertThat(report.path("freshKeys").asBoolean()).isFalse();
            assertThat(report.path("warmUpSeconds").asDouble()).isZero();
            assertThat(report.path("completed").asInt()).isZero();
            assertThat(report.at("/failures/timeout").asInt()).isPositive();
            assertThat(report.path("started").asInt()).isEqualTo(report.path("failed").asInt());
            assertThat(report.has("server")).isFalse();
            assertThat(err.toString()).endsWith("altocumulus: nothing worked: see the report\n");
        }
    }
}
