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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script of the distribution, with a stand-in for Java that shows how it was called. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the scripts are for POSIX systems")
class LauncherTest {
    private static final Path SCRIPT = Path.of("src/main/dist/bin/altocumulus");

    @TempDir private Path folder;
    private Path bin;
    private Path lib;

    @BeforeEach
    void layOut() throws IOException {
        bin = Files.createDirectories(folder.resolve("a dir/bin"));
        for (String name : List.of("altocumulus", "origin", "edge")) {
            executable(bin.resolve(name), Files.readString(SCRIPT));
        }
        lib = Files.createDirectories(folder.resolve("a dir/lib"));
        for (String name : List.of("altocumulus-b.jar", "A.jar", "c.txt")) {
            Files.createFile(lib.resolve(name));
        }
        java("17.0.15");
    }

    @ParameterizedTest
    @CsvSource({"altocumulus,", "origin, origin", "edge, edge"})
    void theNameOfTheScriptIsTheCommand(String name, String command) throws Exception {
        List<String> lines = lines(run(bin.resolve(name), "--bind", "a b"));
        assertThat(lines).containsSubsequence(Altocumulus.class.getName(), "--bind", "a b");
        int first = lines.indexOf(Altocumulus.class.getName()) + 1;
        assertThat(lines.get(first)).isEqualTo(command == null ? "--bind" : command);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void librariesAreFoundThroughLinksFromAnotherDirectory(boolean relative) throws Exception {
        Path target = relative ? Path.of("a dir/bin/edge") : bin.resolve("edge");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target);
        Path second = Files.createSymbolicLink(folder.resolve("second"), link.getFileName());
        String home = lib.toRealPath().toString();
        assertThat(lines(run(second)))
                .containsSubsequence("-cp", home + "/A.jar:" + home + "/altocumulus-b.jar")
                .endsWith("edge");
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.15, false, false, false",
        "22, true, false, false",
        "24.0.1, true, true, false",
        "25.0.3, true, true, true",
        "26-ea, true, true, true"
    })
    void newerJvmsGetTheOptionsTheyWant(
            String version, boolean nativeAccess, boolean unsafe, boolean compactHeaders)
            throws Exception {
        java(version);
        List<String> lines = lines(run(bin.resolve("origin")));
        assertThat(lines.contains("--enable-native-access=ALL-UNNAMED")).isEqualTo(nativeAccess);
        assertThat(lines.contains("--sun-misc-unsafe-memory-access=allow")).isEqualTo(unsafe);
        assertThat(lines.contains("-XX:+UseCompactObjectHeaders")).isEqualTo(compactHeaders);
    }

    @Test
    void javaOptsComeAfterOurs() throws Exception {
        assertThat(lines(run(bin.resolve("origin"))))
                .containsSubsequence("-XX:+UseG1GC", "-Xmx1g", "-Dx=y", "-cp");
    }

    @Test
    void withoutClassDataTheJvmIsToldOfNone() throws Exception {
        assertThat(run(bin.resolve("edge")).output()).doesNotContain("SharedArchive", "-Xlog");
    }

    @Test
    void classDataIsMadeFromADemoAndUsedFromThenOn() throws Exception {
        Path data = makeClassData("17.0.15+6-x");
        assertThat(Files.readString(data)).isEqualTo("demo --for 3s\n");
        String use = "-XX:SharedArchiveFile=" + data.toRealPath();
        assertThat(lines(run(bin.resolve("edge"))))
                .containsSubsequence("-Xlog:cds*=off", use, "-Xmx1g");
    }

    @Test
    void classDataIsNotForAnotherJvmNorForOtherClasses() throws Exception {
        Path data = makeClassData("17.0.15+6-x");
        Files.writeString(lib.resolve("altocumulus-b.jar"), "other classes");
        assertThat(run(bin.resolve("edge")).output()).doesNotContain("SharedArchive", "-Xlog");
        assertThat(makeClassData("17.0.15+6-x")).isNotEqualTo(data);
        java("17.0.16");
        assertThat(run(bin.resolve("edge")).output()).doesNotContain("SharedArchive", "-Xlog");
        makeClassData("17.0.16+6-x");
    }

    /** The one file that is there then. */
    private Path makeClassData(String build) throws Exception {
        assertThat(lines(run(bin.resolve("altocumulus"), "class-data"))).isEmpty();
        assertThat(libraryFiles()).hasSize(4);
        String name = libraryFiles().stream().filter(file -> file.endsWith(".jsa")).findAny().get();
        assertThat(name).matches("classes-\\Q" + build + "\\E-[0-9]+\\.jsa");
        return lib.resolve(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void classDataTellsWhatItIsAndMakesNone(String option) throws Exception {
        assertThat(lines(run(bin.resolve("altocumulus"), "class-data", option)))
                .startsWith("Usage: altocumulus class-data [-h]");
        assertThat(libraryFiles()).noneMatch(file -> file.endsWith(".jsa"));
    }

    @Test
    void classDataTakesNoArguments() throws Exception {
        Result result = run(bin.resolve("altocumulus"), "class-data", "--now");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.output())
                .isEqualTo(
                        "altocumulus: class-data: unexpected argument '--now' (see 'altocumulus"
                                + " class-data --help')\n");
        assertThat(libraryFiles()).noneMatch(file -> file.endsWith(".jsa"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"makes-none", "cannot-use-it"})
    void classDataThatDoesNotWorkIsNotKept(String fault) throws Exception {
        Files.createFile(folder.resolve(fault));
        Result result = run(bin.resolve("altocumulus"), "class-data");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.output())
                .contains("the JVM's own words", "altocumulus: this JVM made no class data");
        assertThat(libraryFiles()).containsExactlyInAnyOrder("altocumulus-b.jar", "A.jar", "c.txt");
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsTold() throws Exception {
        Files.move(lib, folder.resolve("elsewhere"));
        Result result = run(bin.resolve("altocumulus"), "class-data");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.output())
                .isEqualTo(
                        "altocumulus: cannot write to " + bin.getParent().toRealPath() + "/lib\n");
    }

    private List<String> libraryFiles() throws IOException {
        try (Stream<Path> files = Files.list(lib)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void theExitCodeIsThatOfTheProgram() throws Exception {
        assertThat(run(bin.resolve("origin"), "fail").code()).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.2"})
    void anOldJavaIsRefused(String version) throws Exception {
        java(version);
        Result result = run(bin.resolve("origin"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.output()).contains("Java 17 or newer is needed, found an older one");
    }

    @Test
    void aMissingJavaIsTold() throws Exception {
        Files.delete(folder.resolve("jdk/bin/java"));
        Result result = run(bin.resolve("origin"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.output()).contains("Java 17 or newer is needed, found none");
    }

    private record Result(int code, String output) {}

    private static List<String> lines(Result result) {
        assertThat(result.code()).as(result.output()).isZero();
        return result.output().lines().toList();
    }

    private void java(String version) throws IOException {
        String script =
                """
                #!/bin/sh
                if [ "$1" = -version ]; then
                    echo 'Picked up JAVA_TOOL_OPTIONS: -Dv=1' >&2
                    echo 'openjdk version "%1$s" 2026-01-20' >&2
                    echo 'OpenJDK Runtime Environment (build %1$s+6-x)' >&2
                    echo 'OpenJDK 64-Bit Server VM (build %1$s+6-x, mixed mode, sharing)' >&2
                    exit 0
                fi
                for argument; do
                    case $argument in
                        -XX:ArchiveClassesAtExit=*)
                            echo "the JVM's own words"
                            while [ "$1" != org.altocumulus.cli.command.Altocumulus ]; do shift; done
                            shift
                            [ -f makes-none ] || echo "$@" >"${argument#*=}"
                            exit 1 ;;
                        -Xshare:on)
                            [ ! -f cannot-use-it ] || exit 1 ;;
                    esac
                done
                for argument; do echo "$argument"; done
                [ "$argument" != fail ] || exit 42
                """;
        executable(folder.resolve("jdk/bin/java"), script.formatted(version));
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Result run(Path script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("JAVA_OPTS", "-Xmx1g -Dx=y");
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), output);
    }
}
