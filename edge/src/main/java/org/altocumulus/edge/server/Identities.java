package org.altocumulus.edge.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;

/** Who a node is: made at the start, or read from a key file. */
final class Identities {
    private static final long MAX_FILE = 1 << 16;

    private Identities() {}

    /**
     * Who the node is.
     *
     * @throws SettingsException if the key file is not that of a server
     */
    static Identity of(Optional<Path> keyFile, List<DhGroup> groups, SecureRandom random)
            throws SettingsException {
        if (keyFile.isEmpty()) {
            return Identity.ephemeralServer("", groups, random);
        }
        Path file = keyFile.get();
        try {
            if (Files.size(file) > MAX_FILE) {
                throw refusal(file, "more than " + MAX_FILE + " bytes");
            }
            Identity identity = Identity.parse(Files.readString(file));
            if (!identity.certificate().acceptsAncillaryData()) {
                throw refusal(file, "expected 'role server'");
            }
            return identity;
        } catch (NoSuchFileException e) {
            throw refusal(file, "no such file");
        } catch (IOException e) {
            throw refusal(file, "cannot be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw refusal(file, e.getMessage());
        }
    }

    private static SettingsException refusal(Path file, String why) {
        return new SettingsException("identity.key-file: " + file + ": " + why);
    }
}
