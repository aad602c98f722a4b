package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script at the top of the repository, with a stand-in for Maven. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the scripts are for POSIX systems")
class BuildScriptTest {
    @TempDir private Path folder;
    private Path home;
    private Path tools;

    @BeforeEach
    void layOut() throws IOException {
        home = Files.createDirectories(folder.resolve("a clone"));
        tools = Files.createDirectories(folder.resolve("tools"));
        for (String module : List.of("cli", "edge")) {
            Files.createDirectories(home.resolve(module).resolve("src/main"));
            Files.createFile(home.resolve(module).resolve("pom.xml"));
        }
        Files.createFile(home.resolve("pom.xml"));
        executable(
                home.resolve("altocumulus"),
                Files.readString(Path.of("..").resolve("altocumulus")));
    }

    private void maven(String end) throws IOException {
        executable(
                tools.resolve("mvn"),
                """
                #!/bin/sh
                echo '[INFO] Downloaded from central: https://repo/x/foo-1.jar (1 kB at 2 kB/s)'
                echo '[INFO] Building altocumulus-edge 0.1.0                     [3/5]'
                sleep 3
                %s
                """
                        .formatted(end));
    }

    @Test
    void theFirstStartTellsHowTheBuildGoesAndThenRunsTheProgram() throws Exception {
        maven(
                """
                mkdir -p cli/target/distribution/bin cli/target/distribution/lib
                printf '#!/bin/sh\\necho "runs $*"\\n' >cli/target/distribution/bin/altocumulus
                chmod +x cli/target/distribution/bin/altocumulus
                """);
        Result result = run("origin", "--bind", "x");
        assertThat(result.code()).as(result.output()).isZero();
        assertThat(result.output().lines())
                .anyMatch(line -> line.startsWith("altocumulus: building with Maven"))
                .anyMatch(
                        line ->
                                line.matches(
                                        "altocumulus: \\d+ s: module 3/5, altocumulus-edge; 1 file"
                                                + " downloaded, last foo-1.jar"))
                .anyMatch(line -> line.matches("altocumulus: built in \\d+ s.*"))
                .endsWith("runs origin --bind x");
        assertThat(run("version").output()).isEqualTo("runs version\n");
        assertThat(home.resolve(".build-lock")).doesNotExist();
    }

    @Test
    void aFailedBuildShowsItsErrorsAndKeepsWhatMavenSaid() throws Exception {
        maven("echo '[ERROR] no compiler'; exit 1");
        Result result = run("origin");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.output())
                .contains("[ERROR] no compiler", "altocumulus: the build failed");
        String kept = result.output().strip().replaceFirst("(?s).* is in ", "");
        assertThat(Files.readString(Path.of(kept)))
                .contains("Building altocumulus-edge", "[ERROR] no compiler");
        Files.delete(Path.of(kept));
        assertThat(home.resolve(".build-lock")).doesNotExist();
    }

    @Test
    void withoutMavenTheReasonIsTold() throws Exception {
        Result result = run("origin");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.output())
                .isEqualTo("altocumulus: Maven (mvn) is needed to build, and is not on the PATH\n");
    }

    private record Result(int code, String output) {}

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** With nothing on the PATH but what the script needs. */
    private Result run(String... arguments) throws Exception {
        for (String tool :
                List.of(
                        "dirname",
                        "readlink",
                        "mkdir",
                        "rm",
                        "cat",
                        "kill",
                        "sleep",
                        "mktemp",
                        "awk",
                        "grep",
                        "head",
                        "tail",
                        "date",
                        "find",
                        "sh",
                        "chmod")) {
            Path real = Path.of("/usr/bin").resolve(tool);
            if (Files.exists(real)) {
                executable(tools.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
            }
        }
        List<String> command = new ArrayList<>();
        command.add("/bin/sh");
        command.add(home.resolve("altocumulus").toString());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("TMPDIR", folder.toString());
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), output);
    }
}
