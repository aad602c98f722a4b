package org.altocumulus.edge.ops;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Section {@code link.tls}: TLS below the link, off if all is empty. The files are read elsewhere.
 *
 * @param certificate PEM file with this node's certificate and those that lead to one in the
 *     other's trust; there with {@code key}, or neither
 * @param key PEM file with its private key
 * @param trust PEM file with the certificates by which the other end's is verified
 * @param name what the origin's certificate has to name, or empty for anything
 */
public record TlsSettings(
        Optional<Path> certificate, Optional<Path> key, Optional<Path> trust, String name) {
    private static final String CERTIFICATE = "link.tls.certificate";
    private static final String KEY = "link.tls.key";
    private static final String TRUST = "link.tls.trust";
    private static final String NAME = "link.tls.name";
    private static final Pattern HOST = Pattern.compile("[-0-9A-Za-z.:]{0,253}");

    static TlsSettings read(SettingsReader reader) throws SettingsException {
        TlsSettings settings =
                new TlsSettings(
                        reader.file(CERTIFICATE),
                        reader.file(KEY),
                        reader.file(TRUST),
                        reader.text(NAME, HOST, "a host name or an IP address"));
        if (settings.certificate.isPresent() && settings.key.isEmpty()) {
            throw reader.refusal(KEY, "a readable file, as link.tls.certificate is set");
        }
        if (settings.key.isPresent() && settings.certificate.isEmpty()) {
            throw reader.refusal(CERTIFICATE, "a readable file, as link.tls.key is set");
        }
        return settings;
    }

    /** Whether the link uses TLS. */
    public boolean isOn() {
        return certificate.isPresent() || trust.isPresent() || !name.isEmpty();
    }

    /** An origin shows a certificate. */
    public void requireForOrigin(SettingsReader reader) throws SettingsException {
        if (isOn() && certificate.isEmpty()) {
            throw reader.refusal(CERTIFICATE, "a readable file, as link.tls is in use");
        }
    }

    /** An edge that trusts nobody in particular would trust everybody. */
    void requireForEdge(SettingsReader reader) throws SettingsException {
        if (isOn() && trust.isEmpty()) {
            throw reader.refusal(TRUST, "a readable file, as link.tls is in use");
        }
    }
}
