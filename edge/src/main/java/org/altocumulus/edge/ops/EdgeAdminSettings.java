package org.altocumulus.edge.ops;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * The edge's part of section {@code admin}: HTTP for operators.
 *
 * @param bind TCP address; empty for none
 */
public record EdgeAdminSettings(Optional<InetSocketAddress> bind) {
    private static final String KEY = "admin.edge-bind";

    static EdgeAdminSettings read(SettingsReader reader) throws SettingsException {
        List<String> written = reader.texts(KEY);
        return new EdgeAdminSettings(
                written.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new AddressReader(reader).listen(KEY)));
    }
}
