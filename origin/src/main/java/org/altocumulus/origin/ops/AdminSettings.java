package org.altocumulus.origin.ops;

import java.net.InetSocketAddress;
import org.altocumulus.edge.ops.AddressReader;
import org.altocumulus.edge.ops.AdminAccessSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;

/**
 * Section {@code admin}: HTTP for operators.
 *
 * @param bind TCP address
 * @param access who may use it
 */
public record AdminSettings(InetSocketAddress bind, AdminAccessSettings access) {
    private static final String BIND = "admin.bind";

    /** Reads the section for an origin, which has to be safe at that address. */
    public static AdminSettings read(SettingsReader reader) throws SettingsException {
        AdminSettings settings = readForClient(reader);
        settings.access.require(reader, BIND, settings.bind);
        return settings;
    }

    /** Reads the section for who asks that port, wherever it is. */
    public static AdminSettings readForClient(SettingsReader reader) throws SettingsException {
        InetSocketAddress bind = new AddressReader(reader).listen(BIND);
        return new AdminSettings(bind, AdminAccessSettings.read(reader, BIND));
    }
}
