package org.altocumulus.cli.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.altocumulus.cli.client.FlvOutput;

/** A file that a command shall write, or standard output, which is written "-". */
final class OutputFile {
    private static final String STANDARD_OUTPUT = "-";

    private final String name;
    private final boolean force;

    /**
     * A file that is not opened yet.
     *
     * @param force whether one that exists may be overwritten
     */
    OutputFile(String name, boolean force) {
        this.name = name;
        this.force = force;
    }

    boolean isStandardOutput() {
        return name.equals(STANDARD_OUTPUT);
    }

    /** For messages. */
    @Override
    public String toString() {
        return isStandardOutput() ? "standard output" : name;
    }

    /**
     * Looks whether it could be written, and changes nothing.
     *
     * @throws CommandFailure with the reason, if it could not
     */
    void check() throws CommandFailure {
        if (isStandardOutput()) {
            return;
        }
        if (name.isEmpty()) {
            throw new CommandFailure("cannot write a file without a name");
        }
        Path file = Path.of(name);
        Path parent = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw failure("is a directory");
        }
        if (Files.isRegularFile(file) && !force) {
            throw failure("exists already; --force overwrites it");
        }
        if (parent != null && !Files.exists(parent)) {
            throw failure("no such directory: " + parent);
        }
        if (parent != null && !Files.isDirectory(parent)) {
            throw failure("not a directory: " + parent);
        }
        if (!Files.isWritable(Files.exists(file) || parent == null ? file : parent)) {
            throw failure("permission denied");
        }
    }

    /**
     * Creates it, or empties it.
     *
     * @throws CommandFailure with the reason, if that fails
     */
    FlvOutput open() throws CommandFailure {
        if (isStandardOutput()) {
            return FlvOutput.of(new FileOutputStream(FileDescriptor.out));
        }
        Path file = Path.of(name);
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                // A pipe with a name, or a device.
                return FlvOutput.of(Files.newOutputStream(file, StandardOpenOption.WRITE));
            }
            Set<OpenOption> options =
                    force
                            ? Set.of(
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.TRUNCATE_EXISTING)
                            : Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
            return FlvOutput.of(Files.newByteChannel(file, options));
        } catch (IOException e) {
            throw failure(FileErrors.reason(e), e);
        }
    }

    /** Why writing failed. */
    String failed(IOException failure) {
        return "cannot write " + this + ": " + FileErrors.reason(failure);
    }

    private CommandFailure failure(String reason) {
        return new CommandFailure("cannot write " + this + ": " + reason);
    }

    private CommandFailure failure(String reason, IOException cause) {
        return new CommandFailure("cannot write " + this + ": " + reason, cause);
    }
}
