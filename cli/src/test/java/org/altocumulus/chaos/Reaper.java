package org.altocumulus.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Kills the processes of a run when the program ends, however it ends: a shell that waits for the
 * end of its input, which comes even if this process is killed. It kills by process id, and only
 * what still has the mark of the run on its command line.
 */
final class Reaper implements AutoCloseable {
    private static final String SCRIPT =
            """
            trap '' HUP INT TERM
            cat > /dev/null
            while read -r pid; do
                if tr '\\000' '\\n' < "/proc/$pid/cmdline" 2>/dev/null | grep -qF -- "$2"; then
                    kill -9 "$pid" 2>/dev/null
                fi
            done < "$1"
            """;

    private final Path pids;
    private final String mark;
    private final Process shell;

    /**
     * @param folder of the run
     * @param mark an argument that each process of the run has, and no other process
     */
    Reaper(Path folder, String mark) throws IOException {
        this.pids = Files.createFile(folder.resolve("pids"));
        this.mark = mark;
        this.shell =
                new ProcessBuilder("sh", "-c", SCRIPT, "reaper", pids.toString(), mark)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
    }

    /** The argument that each process has to have. */
    String mark() {
        return mark;
    }

    /** Has a process killed in the end. */
    void watch(long pid) throws IOException {
        Files.writeString(pids, pid + "\n", StandardOpenOption.APPEND);
    }

    @Override
    public void close() throws IOException {
        try (OutputStream end = shell.getOutputStream()) {
            end.flush();
        }
    }
}
