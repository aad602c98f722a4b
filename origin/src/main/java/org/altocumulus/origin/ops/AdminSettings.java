package org.altocumulus.origin.ops;

import java.net.InetSocketAddress;
import org.altocumulus.edge.ops.AddressReader;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;

/**
 * Section {@code admin}: HTTP for operators.
 *
 * @param bind TCP address
 */
public record AdminSettings(InetSocketAddress bind) {
    /** Reads the section. */
    public static AdminSettings read(SettingsReader reader) throws SettingsException {
        return new AdminSettings(new AddressReader(reader).listen("admin.bind"));
    }
}
