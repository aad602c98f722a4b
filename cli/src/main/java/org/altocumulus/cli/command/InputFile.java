package org.altocumulus.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.altocumulus.cli.client.FlvSource;

/**
 * A file that a command shall read, or standard input, which is written "-". Pipes with a name and
 * devices are read like standard input: nothing ends waiting for them but {@link #stop}.
 */
final class InputFile implements FlvSource.Opener {
    private static final String STANDARD_INPUT = "-";

    private final String name;

    /** What is no regular file, and can be read once; or null. */
    private final StandardInput stream;

    /** A file that is not opened yet. */
    InputFile(String name) {
        this.name = name;
        Path file = Path.of(name);
        if (name.equals(STANDARD_INPUT)) {
            stream = new StandardInput(() -> System.in);
        } else if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            stream = new StandardInput(() -> Files.newInputStream(file));
        } else {
            stream = null;
        }
    }

    /** Whether it can be read only once: standard input, a pipe or a device. */
    boolean isReadOnce() {
        return stream != null;
    }

    /** For messages. */
    @Override
    public String toString() {
        return name.equals(STANDARD_INPUT) ? "standard input" : name;
    }

    /**
     * Looks whether it can be read.
     *
     * @throws CommandFailure with the reason, if it cannot
     */
    void check() throws CommandFailure {
        if (name.equals(STANDARD_INPUT)) {
            return;
        }
        if (name.isEmpty()) {
            throw new CommandFailure("cannot read a file without a name");
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
        return isReadOnce() ? stream : Files.newInputStream(Path.of(name));
    }

    /** Why reading failed. */
    String failed(IOException failure) {
        return this + ": " + FileErrors.reason(failure);
    }

    /** Lets whoever waits for standard input, a pipe or a device see its end. */
    void stop() {
        if (isReadOnce()) {
            stream.end();
        }
    }
}
