package org.altocumulus.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** What clients and scenarios did and when, in a file beside the logs of the nodes. Any thread. */
final class Diary implements AutoCloseable {
    private final PrintWriter file;

    Diary(Path folder) throws IOException {
        file = new PrintWriter(Files.newBufferedWriter(folder.resolve("clients.log")), true);
    }

    synchronized void note(String line) {
        file.println(Instant.now() + " " + line);
    }

    @Override
    public synchronized void close() {
        file.close();
    }
}
