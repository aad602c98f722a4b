package org.altocumulus.edge.ops;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Section {@code identity}: who the node is to clients.
 *
 * @param keyFile a readable file with the static key pair; empty if the identity is made at start
 */
public record IdentitySettings(Optional<Path> keyFile) {
    private static final Pattern ANY = Pattern.compile("(?s).*");

    static IdentitySettings read(SettingsReader reader) throws SettingsException {
        String key = "identity.key-file";
        String expected = "a readable file";
        String text = reader.text(key, ANY, expected);
        if (text.isEmpty()) {
            return new IdentitySettings(Optional.empty());
        }
        try {
            Path file = Path.of(text);
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                return new IdentitySettings(Optional.of(file));
            }
        } catch (InvalidPathException e) {
            // falls through to the refusal
        }
        throw reader.refusal(key, expected);
    }
}
