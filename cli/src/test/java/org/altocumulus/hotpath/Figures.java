package org.altocumulus.hotpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Figures that come from a JVM of their own, with nothing else in it. */
final class Figures {
    private static final long LIMIT_SECONDS = 120;

    private Figures() {}

    /** The lines that a program prints, which have to fit into a pipe. */
    static List<String> of(Class<?> program, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of(options));
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
        command.add(program.getName());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            return new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
