package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.NodeSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.origin.ops.OriginSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The units of systemd, the container image and what the manual says of them, as they are today.
 */
class ShippedServicesTest {
    private static final Path CONF = Path.of("../conf");
    private static final Path MANUAL = Path.of("../docs/operations.md");
    private static final String HOME = "/opt/altocumulus/";

    private static Map<String, String> unit(String role) throws Exception {
        Map<String, String> values = new HashMap<>();
        Path file = CONF.resolve("systemd/altocumulus-" + role + ".service");
        for (String line : Files.readAllLines(file)) {
            int equals = line.indexOf('=');
            if (!line.startsWith("#") && equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return values;
    }

    @TempDir private Path folder;

    /** What ends up in the distribution, by its path there. */
    private static boolean isShipped(String path) throws Exception {
        String assembly = Files.readString(Path.of("src/main/assembly/content.xml"));
        if (path.startsWith("bin/")) {
            String name = path.substring("bin/".length());
            return name.equals("altocumulus")
                    || assembly.contains("<destName>" + name + "</destName>");
        }
        return Files.exists(Path.of("..", path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"origin", "edge"})
    void theUnitRunsACommandWithOptionsThatThereAre(String role) throws Exception {
        Map<String, String> unit = unit(role);
        List<String> start = List.of(unit.get("ExecStart").split(" "));
        assertThat(start.get(0)).isEqualTo(HOME + "bin/" + role);
        assertThat(isShipped("bin/" + role)).isTrue();
        List<String> options = start.subList(1, start.size());
        assertTaken(role, options, Map.of());
        assertThat(options).containsExactly("--config", "/etc/altocumulus/" + role + ".conf");
        assertThat(CONF.resolve(role + ".conf")).exists();
        assertThat(isShipped(unit.get("Documentation").replace("file:" + HOME, ""))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"origin", "edge"})
    void theUnitStartsWhatFailsAgainButNotABadConfigurationAndLetsItDrain(String role)
            throws Exception {
        Map<String, String> unit = unit(role);
        assertThat(unit)
                .containsEntry("Restart", "on-failure")
                .containsEntry(
                        "RestartPreventExitStatus", Integer.toString(CommandLine.ExitCode.USAGE));
        Duration stop = Duration.ofSeconds(Long.parseLong(unit.get("TimeoutStopSec")));
        assertThat(stop).isGreaterThan(longestStop(settings(role)));
    }

    private static NodeSettings settings(String role) throws Exception {
        var reader =
                SettingsLoader.load(Optional.of(CONF.resolve(role + ".conf")), Map.of(), List.of());
        return role.equals("edge")
                ? EdgeSettings.read(reader).mediaNode().node()
                : OriginSettings.read(reader).mediaNode().node();
    }

    private static Duration longestStop(NodeSettings node) {
        return node.drainTime().plus(node.stopTime());
    }

    /** What systemd does with LoadCredential, Environment and %d, done here. */
    @Test
    void credentialsReachTheDaemonAsSettings() throws Exception {
        Path given = Files.createDirectories(folder.resolve("credentials"));
        Map<String, String> environment = new HashMap<>();
        List<String> loaded = new ArrayList<>();
        for (String line : Files.readAllLines(CONF.resolve("systemd/credentials.conf"))) {
            String active = line.replaceFirst("^#(?=[A-Z])", "");
            Matcher load = Pattern.compile("LoadCredential=(\\S+):/etc/\\S+").matcher(active);
            Matcher set = Pattern.compile("Environment=(\\w+)=%d/(\\S+)").matcher(active);
            if (load.matches()) {
                loaded.add(load.group(1));
                Path file = Files.writeString(given.resolve(load.group(1)), "of-" + load.group(1));
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
            } else if (set.matches()) {
                assertThat(loaded).contains(set.group(2));
                environment.put(set.group(1), given.resolve(set.group(2)).toString());
            }
        }
        assertThat(environment).hasSameSizeAs(loaded).hasSizeGreaterThanOrEqualTo(5);
        environment.put(
                "ALTOCUMULUS_LINK_TLS_CERTIFICATE", environment.get("ALTOCUMULUS_LINK_TLS_KEY"));
        environment.put("ALTOCUMULUS_LINK_TLS_TRUST", environment.get("ALTOCUMULUS_LINK_TLS_KEY"));
        EdgeSettings edge =
                EdgeSettings.read(SettingsLoader.load(Optional.empty(), environment, List.of()));
        assertThat(edge.dial().link().secret()).isEqualTo("of-link.secret");
        assertThat(edge.dial().link().previousSecret()).isEqualTo("of-link.previous-secret");
        assertThat(edge.mediaNode().hooks().secret()).isEqualTo("of-hooks.secret");
        assertThat(edge.mediaNode().identity().keyFile()).contains(given.resolve("identity.key"));
    }

    @Test
    void theHealthCheckOfTheImageAsksAPortThatTheDaemonHas() throws Exception {
        String file = Files.readString(CONF.resolve("container/Containerfile"));
        assertThat(file)
                .contains("ENV ALTOCUMULUS_ADMIN_EDGE_BIND=127.0.0.1:1981", "HEALTHCHECK ")
                .contains("exec /opt/altocumulus/bin/altocumulus health $role");
        var environment = Map.of("ALTOCUMULUS_ADMIN_EDGE_BIND", "127.0.0.1:1981");
        EdgeSettings edge =
                EdgeSettings.read(SettingsLoader.load(Optional.empty(), environment, List.of()));
        assertThat(edge.admin().bind()).isPresent();
        assertThat(Altocumulus.commandLine("", Map.of()).getSubcommands().get("health"))
                .satisfies(
                        health ->
                                assertThat(health.getCommandSpec().optionsMap())
                                        .containsKey("--edge"));
    }

    @Test
    void theTarballHasAReadmeOfItsOwn() throws Exception {
        String assembly = Files.readString(Path.of("src/main/assembly/content.xml"));
        assertThat(assembly)
                .contains("<source>src/main/dist/README.md</source>")
                .doesNotContain("<include>README.md</include>");
        String readme = Files.readString(Path.of("src/main/dist/README.md"));
        List<MatchResult> commands =
                Pattern.compile("(?m)^ {4}bin/altocumulus (\\S+)")
                        .matcher(readme)
                        .results()
                        .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(3);
        var known = Altocumulus.commandLine("", Map.of()).getSubcommands().keySet();
        assertThat(commands)
                .allSatisfy(
                        command ->
                                assertThat(
                                                known.contains(command.group(1))
                                                        || command.group(1).equals("--help"))
                                        .as(command.group())
                                        .isTrue());
        Pattern.compile("`((?:docs|conf)/[a-z./-]*)`")
                .matcher(readme)
                .results()
                .map(path -> path.group(1))
                .filter(path -> !path.equals("conf/reference.conf"))
                .forEach(path -> assertThat(Path.of("..", path)).exists());
    }

    @Test
    void anEdgeThatIsSetUpByTheManualAdvertisesThePortThatItBinds() throws Exception {
        String manual = Files.readString(MANUAL);
        Matcher part =
                Pattern.compile("(?m)^ {4}(node\\.bind = .*)\\n {4}(node\\.advertise = .*)$")
                        .matcher(manual);
        assertThat(part.find()).isTrue();
        NodeSettings node =
                EdgeSettings.read(SettingsLoader.parse(part.group(1) + "\n" + part.group(2)))
                        .mediaNode()
                        .node();
        assertThat(node.advertise().get(0).getPort()).isEqualTo(node.bind().get(0).getPort());
    }

    @Test
    void theImageRunsWhatIsBuiltForEitherRole() throws Exception {
        List<String> lines = Files.readAllLines(CONF.resolve("container/Containerfile"));
        assertThat(lines)
                .contains(
                        "FROM docker.io/library/eclipse-temurin:17-jre",
                        "COPY cli/target/distribution /opt/altocumulus",
                        "RUN /opt/altocumulus/bin/altocumulus class-data || true",
                        "EXPOSE 1935/udp",
                        "ENTRYPOINT [\"/opt/altocumulus/bin/altocumulus\"]",
                        "CMD [\"origin\"]");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<finalName>distribution<");
        assertThat(OriginSettings.read(SettingsLoader.parse("")).mediaNode().node().bind())
                .singleElement()
                .satisfies(bind -> assertThat(bind.getPort()).isEqualTo(1935));
        assertTaken("origin", List.of(), Map.of());
        Duration drain = settings("edge").drainTime();
        assertThat(String.join("\n", lines))
                .contains("node.drain-time, " + drain.toSeconds() + "s");
    }

    @Test
    void theCommandsOfTheManualAreTaken() throws Exception {
        String manual = Files.readString(MANUAL);
        List<MatchResult> runs =
                Pattern.compile("(?m)^    docker run (.*) altocumulus (origin|edge)(.*)$")
                        .matcher(manual)
                        .results()
                        .toList();
        assertThat(runs).hasSizeGreaterThanOrEqualTo(3);
        for (MatchResult run : runs) {
            String options = run.group(3).strip();
            Map<String, String> environment = environment(run.group(1));
            assertTaken(
                    run.group(2),
                    options.isEmpty() ? List.of() : List.of(options.split(" ")),
                    environment);
            // A container has no address that clients could use, unless it has those of the host.
            assertThat(
                            environment.containsKey("ALTOCUMULUS_NODE_ADVERTISE")
                                    || run.group(1).contains("--network host"))
                    .as(run.group())
                    .isTrue();
        }
        Duration longest = longestStop(settings("edge"));
        MatchResult stop =
                Pattern.compile("`docker stop --time (\\d+)`")
                        .matcher(manual)
                        .results()
                        .findAny()
                        .get();
        assertThat(Duration.ofSeconds(Long.parseLong(stop.group(1)))).isGreaterThan(longest);
    }

    private static Map<String, String> environment(String options) {
        Map<String, String> environment = new HashMap<>();
        Pattern.compile("-e ([A-Z_]+)=(\\S+)")
                .matcher(options)
                .results()
                .forEach(variable -> environment.put(variable.group(1), variable.group(2)));
        return environment;
    }

    /** With one option more, which is bad, they are read to their end and nothing starts. */
    private static void assertTaken(
            String role, List<String> options, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(List.of(role));
        options.forEach(
                option -> arguments.add(option.replace("/etc/altocumulus", CONF.toString())));
        arguments.addAll(Arrays.asList("--set", "node.event-loops=-1"));
        StringWriter err = new StringWriter();
        int code =
                Altocumulus.run(
                        arguments.toArray(String[]::new),
                        environment,
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(err, true));
        assertThat(code).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString())
                .startsWith("altocumulus: option --set: node.event-loops = '-1': expected");
    }
}
