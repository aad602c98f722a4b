package org.altocumulus.edge.ops;

/** Everything that an edge is told, one record for each part of it. */
public record EdgeSettings(
        MediaNodeSettings mediaNode,
        DialSettings dial,
        PullSettings pull,
        EdgeAdminSettings admin,
        LogSettings log) {

    /** Reads and checks all sections. */
    public static EdgeSettings read(SettingsReader reader) throws SettingsException {
        DialSettings dial = DialSettings.read(reader);
        return new EdgeSettings(
                MediaNodeSettings.read(reader),
                dial,
                PullSettings.read(reader, dial.link()),
                EdgeAdminSettings.read(reader),
                LogSettings.read(reader));
    }
}
