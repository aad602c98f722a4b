package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.altocumulus.cli.command.Altocumulus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the lines of the README with which a newcomer starts a cluster on one host. */
@Timeout(300)
@EnabledOnOs(value = OS.LINUX, disabledReason = "all of 127.0.0.0/8 is loopback on Linux only")
class ReadmeTest {
    private static final Pattern BLOCK =
            Pattern.compile("(?s)## Run a cluster\n.*?\n\n((?: {4}[^\n]*\n|\n)+)");
    private static final int LIMIT_SECONDS = 240;

    @TempDir private Path folder;

    @Test
    void theClusterOnOneHostRunsToTheLastLine() throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../README.md")));
        assertThat(block.find()).isTrue();
        String lines = block.group(1).indent(-4);
        assertThat(lines).contains("./altocumulus origin", "drain edge-1", "play", "kill");

        // Another loopback address, so that the ports of the README are free.
        SecureRandom random = new SecureRandom();
        String host = "127.%d.%d.1".formatted(64 + random.nextInt(64), random.nextInt(256));
        String script = lines.replace("127.0.0.1", host).replace("film=cli/", "film=$CLI/");
        program();
        Path log = folder.resolve("log");
        Process shell = shell(script, host, log);
        boolean ended = shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();

        String output = Files.readString(log);
        assertThat(ended).as(output).isTrue();
        assertThat(output)
                .contains(
                        "publishing show at ",
                        "playing show from ",
                        "edge edge-1 drains: the origin sends no clients there",
                        "\"mode\":\"fanout\"")
                .doesNotContain("ERROR", "command not found")
                .doesNotContainPattern("altocumulus: (?!\\d)");
        assertThat(Files.size(folder.resolve("copy.flv"))).isGreaterThan(10_000);
    }

    /** Stands for the script at the top of the repository: runs what these tests run with. */
    private void program() throws IOException {
        String java = ProcessHandle.current().info().command().orElse("java");
        Path script =
                Files.writeString(
                        folder.resolve("altocumulus"),
                        """
                        #!/bin/sh
                        exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
                        """
                                .formatted(
                                        java,
                                        System.getProperty("java.class.path"),
                                        Altocumulus.class.getName()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process shell(String script, String host, Path log) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(List.of("bash", "-c", script + "\nwait\n"))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("CLI", Path.of("").toAbsolutePath().toString());
        builder.environment().put("ALTOCUMULUS_LINK_LISTEN", host + ":1936");
        builder.environment().put("ALTOCUMULUS_LINK_ORIGINS", host + ":1936");
        builder.environment().put("ALTOCUMULUS_ADMIN_BIND", host + ":1980");
        return builder.start();
    }
}
