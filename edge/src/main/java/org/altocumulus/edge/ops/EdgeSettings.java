package org.altocumulus.edge.ops;

/** Everything that an edge is told, one record for each part of it. */
public record EdgeSettings(
        MediaNodeSettings mediaNode, DialSettings dial, EdgeAdminSettings admin, LogSettings log) {

    /** Reads and checks all sections. */
    public static EdgeSettings read(SettingsReader reader) throws SettingsException {
        return new EdgeSettings(
                MediaNodeSettings.read(reader),
                DialSettings.read(reader),
                EdgeAdminSettings.read(reader),
                LogSettings.read(reader));
    }
}
