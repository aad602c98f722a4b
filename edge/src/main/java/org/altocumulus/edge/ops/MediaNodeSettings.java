package org.altocumulus.edge.ops;

/** What the media node of an edge or an origin needs: its sections, one record each. */
public record MediaNodeSettings(
        NodeSettings node,
        CryptoSettings crypto,
        IdentitySettings identity,
        SessionSettings session,
        MediaSettings media,
        HookSettings hooks) {

    /** Reads the sections, for the processors of this machine. */
    public static MediaNodeSettings read(SettingsReader reader) throws SettingsException {
        SessionSettings session = SessionSettings.read(reader);
        return new MediaNodeSettings(
                NodeSettings.read(reader, Runtime.getRuntime().availableProcessors()),
                CryptoSettings.read(reader),
                IdentitySettings.read(reader),
                session,
                MediaSettings.read(reader),
                HookSettings.read(reader, session.connectLimit()));
    }
}
