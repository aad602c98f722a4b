package org.altocumulus.origin.ops;

import org.altocumulus.edge.ops.LogSettings;
import org.altocumulus.edge.ops.MediaNodeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsReader;

/** Everything that an origin is told, one record for each part of it. */
public record OriginSettings(
        MediaNodeSettings mediaNode,
        RedirectSettings redirect,
        ListenSettings listen,
        PlaceSettings place,
        AdminSettings admin,
        LogSettings log) {

    /** Reads and checks all sections. */
    public static OriginSettings read(SettingsReader reader) throws SettingsException {
        return new OriginSettings(
                MediaNodeSettings.read(reader),
                RedirectSettings.read(reader),
                ListenSettings.read(reader),
                PlaceSettings.read(reader),
                AdminSettings.read(reader),
                LogSettings.read(reader));
    }
}
