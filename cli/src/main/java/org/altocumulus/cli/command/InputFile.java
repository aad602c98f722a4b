package org.altocumulus.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.altocumulus.cli.client.FlvSource;

/** A file that a command shall read, or standard input, which is written "-". */
final class InputFile implements FlvSource.Opener {
    private static final String STANDARD_INPUT = "-";

    private final String name;
    private final StandardInput standardInput;

    /** A file that is not opened yet. */
    InputFile(String name) {
        this.name = name;
        this.standardInput = name.equals(STANDARD_INPUT) ? new StandardInput(System.in) : null;
    }

    boolean isStandardInput() {
        return standardInput != null;
    }

    /** For messages. */
    @Override
    public String toString() {
        return isStandardInput() ? "standard input" : name;
    }

    /**
     * Looks whether it can be read.
     *
     * @throws CommandFailure with the reason, if it cannot
     */
    void check() throws CommandFailure {
        if (isStandardInput()) {
            return;
        }
        Path file = Path.of(name);
        if (!Files.exists(file)) {
            throw new CommandFailure("cannot read " + name + ": no such file");
        }
        if (Files.isDirectory(file)) {
            throw new CommandFailure("cannot read " + name + ": is a directory");
        }
        if (!Files.isReadable(file)) {
            throw new CommandFailure("cannot read " + name + ": permission denied");
        }
    }

    @Override
    public InputStream open() throws IOException {
        return isStandardInput() ? standardInput : Files.newInputStream(Path.of(name));
    }

    /** Why reading failed. */
    String failed(IOException failure) {
        return this + ": " + FileErrors.reason(failure);
    }

    /** Lets whoever waits for standard input see its end. */
    void stop() {
        if (isStandardInput()) {
            standardInput.end();
        }
    }
}
