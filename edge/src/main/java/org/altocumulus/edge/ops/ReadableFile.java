package org.altocumulus.edge.ops;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The one place that opens files which settings name. What is wrong is told with the file, the user
 * of this process and the reason, as a daemon often runs as another user than the one who wrote the
 * file.
 */
public final class ReadableFile {
    /** A process that has no name for its user, as in a container, has its number still. */
    private static final Path SELF = Path.of("/proc/self");

    private ReadableFile() {}

    /** Why this process cannot read {@code file}, in one line; empty if it can. */
    public static Optional<String> obstacle(Path file) {
        if (Files.isDirectory(file)) {
            return Optional.of("'" + file + "' is a directory, not a file");
        }
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                return Optional.of("'" + file + "' is not a regular file");
            }
            Files.newInputStream(file).close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(reason(file, e));
        }
    }

    /**
     * All of a text file.
     *
     * @param maxBytes more is refused
     * @throws IOException whose message is one line with file, user and reason
     */
    static byte[] read(Path file, int maxBytes) throws IOException {
        Optional<String> obstacle = obstacle(file);
        if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new IOException("'" + file + "' has more than " + maxBytes + " bytes");
            }
            return bytes;
        }
    }

    /** What an attempt to read {@code file} failed with, as a sentence. */
    static String reason(Path file, IOException failure) {
        String shown = "user " + user() + " cannot read '" + file + "': ";
        if (failure instanceof NoSuchFileException) {
            return shown + "no such file";
        } else if (failure instanceof AccessDeniedException) {
            return shown + "permission denied" + permissions(file);
        }
        return shown + failure.getMessage();
    }

    private static String user() {
        String name = System.getProperty("user.name", "");
        String number;
        try {
            number = Files.getAttribute(SELF, "unix:uid").toString();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return name;
        }
        return name.isEmpty() || name.equals("?") ? number : name + " (" + number + ")";
    }

    private static String permissions(Path file) {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(file, PosixFileAttributes.class, new LinkOption[] {});
            return " (owner %s, mode %s)"
                    .formatted(
                            attributes.owner().getName(),
                            PosixFilePermissions.toString(attributes.permissions()));
        } catch (IOException | UnsupportedOperationException e) {
            // One of its directories is closed to this user.
            return " (to a directory on the way)";
        }
    }
}
