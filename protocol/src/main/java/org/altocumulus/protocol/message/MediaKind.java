package org.altocumulus.protocol.message;

/**
 * What a message holds, as far as those who pass media on must know it: what to keep for late
 * joiners, where a stream can be entered, and what may be dropped first.
 */
public enum MediaKind {
    /** Audio that a decoder takes. */
    AUDIO(true),
    /** The record that an audio decoder needs before all else, as AAC's AudioSpecificConfig. */
    AUDIO_CONFIGURATION(true),
    /** No audio, or the end of it: some publishers mark silence so. */
    AUDIO_EMPTY(true),
    /** Video where decoding can begin. */
    KEY_FRAME(false),
    /** Video that needs the frames before it. */
    INTER_FRAME(false),
    /** Video that no other frame needs. */
    DISPOSABLE_FRAME(false),
    /** The record that a video decoder needs before all else, as AVC's. */
    VIDEO_CONFIGURATION(false),
    /** The end of a sequence of frames. */
    VIDEO_END(false),
    /** What belongs to the video but is no frame: a command, or metadata of colours. */
    VIDEO_INFO(false),
    /** No video. */
    VIDEO_EMPTY(false),
    /** Neither audio nor video. */
    OTHER(false);

    private final boolean audio;

    MediaKind(boolean audio) {
        this.audio = audio;
    }

    /**
     * What {@code message} holds. It looks at the first bytes of the payload, and allocates
     * nothing.
     */
    public static MediaKind of(RtmpMessage message) {
        byte[] bytes = message.encoded();
        return switch (message.type()) {
            case MessageType.AUDIO -> AudioTag.kind(bytes, RtmpMessage.HEADER_SIZE);
            case MessageType.VIDEO -> VideoTag.kind(bytes, RtmpMessage.HEADER_SIZE);
            default -> OTHER;
        };
    }

    /** Audio or video. */
    public boolean isMedia() {
        return this != OTHER;
    }

    /** Audio of any kind. */
    public boolean isAudio() {
        return audio;
    }

    /** Video of any kind. */
    public boolean isVideo() {
        return isMedia() && !audio;
    }

    /** A record to keep and to send to late joiners first. */
    public boolean isConfiguration() {
        return this == AUDIO_CONFIGURATION || this == VIDEO_CONFIGURATION;
    }

    /** A frame at which a late joiner, or one who lost something, can enter. */
    public boolean isKeyFrame() {
        return this == KEY_FRAME;
    }

    /** A frame that can be left out without harm to any other. */
    public boolean isDisposable() {
        return this == DISPOSABLE_FRAME;
    }

    /** A message without anything to decode. */
    public boolean isEmpty() {
        return this == AUDIO_EMPTY || this == VIDEO_EMPTY;
    }
}
