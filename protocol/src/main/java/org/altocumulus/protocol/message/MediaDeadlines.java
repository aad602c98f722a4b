package org.altocumulus.protocol.message;

import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * How long messages of a live stream are worth sending, or sending again, in nanoseconds above 0.
 * Configuration records, commands and data are so for ever.
 *
 * @param audio of audio
 * @param interFrame of video that needs the frames before it
 * @param keyFrame of video that does not
 */
public record MediaDeadlines(long audio, long interFrame, long keyFrame) {
    /** No deadline. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Audio 2 s, inter frames 1 s, key frames 5 s. */
    public static final MediaDeadlines DEFAULT =
            new MediaDeadlines(SECONDS.toNanos(2), SECONDS.toNanos(1), SECONDS.toNanos(5));

    /** Checks the ranges of the values. */
    public MediaDeadlines {
        if (audio < 1 || interFrame < 1 || keyFrame < 1) {
            throw new IllegalArgumentException("expected values above 0");
        }
    }

    /**
     * The time from when on a message that came at {@code since} is given up, or {@link #NEVER}.
     */
    public long finishBy(MediaKind kind, long since) {
        long lifetime = lifetime(kind);
        return lifetime == NEVER ? NEVER : since + lifetime;
    }

    /** How long a message of that kind is worth sending, or {@link #NEVER}. */
    public long lifetime(MediaKind kind) {
        return switch (kind) {
            case AUDIO, AUDIO_EMPTY -> audio;
            case INTER_FRAME, DISPOSABLE_FRAME, VIDEO_EMPTY -> interFrame;
            case KEY_FRAME, VIDEO_END, VIDEO_INFO -> keyFrame;
            case AUDIO_CONFIGURATION, VIDEO_CONFIGURATION, OTHER -> NEVER;
        };
    }
}
