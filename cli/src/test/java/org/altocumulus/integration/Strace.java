package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** strace at a process that runs. The test is aborted where there is none, or none is let. */
final class Strace implements AutoCloseable {
    private static final long END_SECONDS = 20;

    private final Process process;
    private final Path calls;
    private final Path messages;

    private Strace(Process process, Path calls, Path messages) {
        this.process = process;
        this.calls = calls;
        this.messages = messages;
    }

    /**
     * Attaches to all threads of a process.
     *
     * @param folder gets two files
     */
    static Strace attach(long pid, Path folder) throws Exception {
        Path calls = folder.resolve("calls");
        Path messages = folder.resolve("messages");
        List<String> command =
                List.of(
                        "strace",
                        "-f",
                        "-p",
                        Long.toString(pid),
                        "-e",
                        SystemCalls.filter(),
                        // Addresses instead of what is there, which would take long to read.
                        "-e",
                        "verbose=none",
                        "-o",
                        calls.toString());
        Process process;
        try {
            File shown = messages.toFile();
            process = new ProcessBuilder(command).redirectError(shown).start();
        } catch (IOException e) {
            return abort("there is no strace: " + e.getMessage());
        }
        Strace strace = new Strace(process, calls, messages);
        Await.until("attached", () -> strace.isAttached() || !process.isAlive(), strace::said);
        if (!process.isAlive()) {
            return abort("strace may not attach to processes here: " + strace.said());
        }
        return strace;
    }

    private boolean isAttached() throws IOException {
        return Files.readString(messages).contains(" attached");
    }

    private String said() {
        try {
            return Files.readString(messages).strip();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Lets the process go; what it has called meanwhile. */
    SystemCalls end() throws Exception {
        process.toHandle().destroy();
        assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
        return SystemCalls.parse(Files.readAllLines(calls));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
