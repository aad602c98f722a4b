package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.Security;
import java.util.Map;
import java.util.stream.Stream;
import org.altocumulus.edge.ops.Version;
import org.altocumulus.protocol.crypto.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir private Path folder;

    static Stream<String> commands() {
        return Altocumulus.commandLine("", Map.of()).getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelp(String command) {
        for (String option : new String[] {"-h", "--help"}) {
            assertThat(run(command, option)).isZero();
            assertThat(out.toString()).contains("Usage: altocumulus " + command);
        }
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void theHelpOfEveryCommandListsItsExitCodes(String command) {
        String[] words = (command + " --help").split(" ");
        assertThat(run(words)).isZero();
        String codes = out.toString().substring(out.toString().indexOf("Exit codes:"));
        assertThat(codes).containsPattern("(?m)^ +0 +\\S").containsPattern("(?m)^ +2 +\\S");
        boolean isDaemon = command.equals("origin") || command.equals("edge");
        for (String code : new String[] {"3", "143"}) {
            assertThat(codes.matches("(?ms).*^ +" + code + " +\\S.*")).isEqualTo(isDaemon);
        }
    }

    /** Those that do something; "load" alone is a heading. */
    static Stream<String> allCommands() {
        return Altocumulus.commandLine("", Map.of()).getSubcommands().entrySet().stream()
                .flatMap(
                        top ->
                                top.getValue().getSubcommands().isEmpty()
                                        ? Stream.of(top.getKey())
                                        : top.getValue().getSubcommands().keySet().stream()
                                                .map(mode -> top.getKey() + ' ' + mode))
                .filter(name -> !name.equals("version"));
    }

    @Test
    void theHelpNamesAllCommands() {
        assertThat(run("--help")).isZero();
        assertThat(commands()).allSatisfy(name -> assertThat(out.toString()).contains(name));
    }

    @Test
    void namesAreLookedUpAgainAfterASecond() {
        assertThat(run("version")).isZero();
        assertThat(Security.getProperty("networkaddress.cache.ttl")).isEqualTo("1");
        assertThat(Security.getProperty("networkaddress.cache.negative.ttl")).isEqualTo("1");
    }

    @Test
    void theVersionIsShown() {
        assertThat(run("version")).isZero();
        assertThat(out.toString())
                .startsWith("altocumulus " + Version.current() + System.lineSeparator())
                .contains("Java " + Runtime.version());
        assertThat(run("--version")).isZero();
    }

    @Test
    void keygenWritesAKeyFileThatNodesTakeAndNeverOverwritesOne() throws IOException {
        Path file = folder.resolve("edge.key");
        assertThat(run("keygen", file.toString())).isZero();
        Identity identity = Identity.parse(Files.readString(file));
        assertThat(out.toString().strip())
                .isEqualTo("fingerprint: " + identity.certificate().fingerprint());
        assertThat(Files.getPosixFilePermissions(file))
                .containsExactlyInAnyOrder(
                        PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        String before = Files.readString(file);
        assertThat(run("keygen", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("exists already");
        assertThat(Files.readString(file)).isEqualTo(before);
        assertThat(run("keygen", folder.resolve("no/such/folder").toString())).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "orgin", "origin --bnd x", "edge --bind", "origin --set x", "edge x"})
    void badUsageIsToldInOneLineWithCode2(String arguments) {
        String[] args = arguments.isEmpty() ? new String[0] : arguments.split(" ");
        assertThat(run(args)).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains("--help'");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aBadOptionIsNamedInOneLineWithCode2() {
        assertThat(run("edge", "--bind", "10.0.0.256:1935")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "altocumulus: option --bind: node.bind = '10.0.0.256:1935': expected"
                                + " HOST:PORT, but '10.0.0.256:1935': expected four numbers from 0"
                                + " to 255 in an IPv4 address");
    }

    @Test
    void aBadFileIsNamedInOneLineWithCode2() throws IOException {
        Path file = Files.writeString(folder.resolve("edge.conf"), "node.bnd = 1");
        assertThat(run("edge", "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .isEqualTo(
                        "altocumulus: "
                                + file
                                + ": 1: node.bnd: no such key; did you mean node.bind?");
    }

    @Test
    void everyUnknownKeyHasALineOfItsOwn() {
        var environment = Map.of("ALTOCUMULUS_LNK_SECRET", "hunter2");
        assertThat(run(environment, "origin", "--set", "lnk.secret=x", "--set", "log.lvel=info"))
                .isEqualTo(2);
        assertThat(err.toString().lines())
                .hasSize(3)
                .allSatisfy(
                        line -> assertThat(line).startsWith("altocumulus: ").contains("did you"));
    }

    @ParameterizedTest
    @CsvSource({
        "orgin, unknown command 'orgin'; did you mean origin?",
        "origin --bnd x, unknown option --bnd; did you mean --bind?",
        "origin --bnd=x, unknown option --bnd; did you mean --bind?",
        "edge x, unexpected argument 'x'",
        "load fanuot, unknown command 'fanuot'; did you mean fanout?",
        "frobnicate, unknown command 'frobnicate'",
    })
    void aTypingErrorGetsASuggestion(String arguments, String expected) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("altocumulus: " + expected + " (see '");
    }

    @Test
    void aBadVariableIsNamedInOneLineWithCode2() {
        var environment = Map.of("ALTOCUMULUS_ADMIN_BIND", "1980");
        assertThat(run(environment, "origin")).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("altocumulus: environment variable ALTOCUMULUS_ADMIN_BIND: admin.bind");
    }

    @Test
    void everyOptionReachesItsKey() {
        assertOption("origin", "--bind", "node.bind");
        assertOption("origin", "--advertise", "node.advertise");
        assertOption("origin", "--link", "link.listen");
        assertOption("origin", "--admin", "admin.bind");
        assertOption("edge", "--origin", "link.origins");
        assertOption("edge", "--admin", "admin.edge-bind");
        assertOption("edge", "--log-level", "log.level");
        assertThat(run("edge", "--set", "node.event-loops=-1")).isEqualTo(2);
        assertThat(err.toString()).contains("option --set: node.event-loops = '-1': expected");
    }

    @Test
    void aFailureIsCode1AndItsTraceIsShownOnlyWhenVerbose() throws Exception {
        var failure = new CommandFailure("UDP 0.0.0.0:1935 is in use", new IOException("bind"));
        for (boolean verbose : new boolean[] {false, true}) {
            CommandLine command = new CommandLine(new VersionCommand());
            command.setErr(new PrintWriter(err, true));
            int code = new Failures(() -> verbose).handleExecutionException(failure, command, null);
            assertThat(code).isEqualTo(1);
            assertThat(err.toString()).startsWith("altocumulus: UDP 0.0.0.0:1935 is in use");
            assertThat(err.toString().contains("\tat ")).isEqualTo(verbose);
        }
    }

    private void assertOption(String command, String option, String key) {
        err.getBuffer().setLength(0);
        assertThat(run(command, option, "?")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("altocumulus: option %s: %s = '?': expected".formatted(option, key));
    }

    private int run(String... args) {
        return run(Map.of(), args);
    }

    private int run(Map<String, String> environment, String... args) {
        return Altocumulus.run(
                args, environment, new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
