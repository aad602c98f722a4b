package org.altocumulus.protocol.cluster;

import java.util.Locale;

/**
 * What a message is for a player that begins or lags, as its publishing edge found out. In the
 * order in which a full queue gives them up, last first.
 */
public enum MediaKind {
    /** Metadata that a late player gets first. */
    METADATA,
    /** Any other data, never given up in silence. */
    DATA,
    /** The audio decoder's configuration. */
    AUDIO_CONFIG,
    /** The video decoder's configuration. */
    VIDEO_CONFIG,
    /** A video frame from which a decoder can begin. */
    KEY,
    /** Audio. */
    AUDIO,
    /** A video frame that others after it need. */
    INTER,
    /** A video frame that no other needs. */
    DISPOSABLE;

    private static final MediaKind[] VALUES = values();
    private static final int TYPE_AUDIO = 8;
    private static final int TYPE_VIDEO = 9;

    private final String token = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The word on the wire. */
    String token() {
        return token;
    }

    /** Whether it is kept whatever happens: without it a player cannot go on. */
    boolean isIndispensable() {
        return this == METADATA || this == DATA || this == AUDIO_CONFIG || this == VIDEO_CONFIG;
    }

    /** Whether late players get the last one of it before the key frame. */
    public boolean isPreface() {
        return this == METADATA || this == AUDIO_CONFIG || this == VIDEO_CONFIG;
    }

    /** The kind with that word; one of a newer version is what its RTMP type says. */
    static MediaKind of(String token, int type) {
        for (MediaKind kind : VALUES) {
            if (kind.token.equals(token)) {
                return kind;
            }
        }
        return type == TYPE_AUDIO ? AUDIO : type == TYPE_VIDEO ? INTER : DATA;
    }
}
