package org.altocumulus.edge.ops;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * The edge's part of section {@code admin}: HTTP for operators.
 *
 * @param bind TCP address; empty for none
 * @param access who may use it
 */
public record EdgeAdminSettings(Optional<InetSocketAddress> bind, AdminAccessSettings access) {
    private static final String KEY = "admin.edge-bind";

    static EdgeAdminSettings read(SettingsReader reader) throws SettingsException {
        List<String> written = reader.texts(KEY);
        Optional<InetSocketAddress> bind =
                written.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new AddressReader(reader).listen(KEY));
        AdminAccessSettings access = AdminAccessSettings.read(reader, KEY);
        if (bind.isPresent()) {
            access.require(reader, KEY, bind.get());
        }
        return new EdgeAdminSettings(bind, access);
    }
}
