package org.altocumulus.edge.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** Whether the kernel gives a socket as large a buffer as it was asked for. */
final class KernelBuffers {
    private static final Path SETTINGS = Path.of("/proc/sys/net/core");
    private static final int KIBI = 1024;

    private KernelBuffers() {}

    /**
     * What to tell the operator about a buffer, if anything. Linux reports twice what it gives, as
     * it counts its own overhead, and never gives more than the limit.
     *
     * @param setting the setting that asked for it
     * @param sysctl the limit's name
     * @param limit its value, if it is known
     * @param asked bytes
     * @param reported bytes, by the socket
     */
    static Optional<String> shortage(
            String setting, String sysctl, OptionalInt limit, int asked, int reported) {
        int given = limit.isPresent() ? Math.min(limit.getAsInt(), asked) : reported;
        if (given >= asked || reported >= 2L * asked) {
            return Optional.empty();
        }
        return Optional.of(
                ("the kernel gives UDP sockets %d KiB of the %d KiB of %s: bursts may be lost;"
                                + " allow it with sysctl -w %s=%d")
                        .formatted(given / KIBI, asked / KIBI, setting, sysctl, asked));
    }

    /** The value of {@code net.core.NAME}. */
    static OptionalInt limit(String name) {
        try {
            return OptionalInt.of(
                    Integer.parseInt(Files.readString(SETTINGS.resolve(name)).strip()));
        } catch (IOException | NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
