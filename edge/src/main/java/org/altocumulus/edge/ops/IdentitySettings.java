package org.altocumulus.edge.ops;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Section {@code identity}: who the node is to clients.
 *
 * @param keyFile a readable file with the static key pair; empty if the identity is made at start
 */
public record IdentitySettings(Optional<Path> keyFile) {
    static IdentitySettings read(SettingsReader reader) throws SettingsException {
        return new IdentitySettings(reader.file("identity.key-file"));
    }
}
