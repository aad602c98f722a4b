package org.altocumulus.edge.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;

/** Who a node is: made at the start, or read from a key file. */
final class Identities {
    private static final long MAX_FILE = 1 << 16;

    private Identities() {}

    static Identity of(Optional<Path> keyFile, List<DhGroup> groups, SecureRandom random)
            throws IOException {
        if (keyFile.isEmpty()) {
            return Identity.ephemeralServer("", groups, random);
        }
        Path file = keyFile.get();
        if (Files.size(file) > MAX_FILE) {
            throw new IOException(file + ": expected a key file of at most " + MAX_FILE + " bytes");
        }
        try {
            return Identity.parse(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
