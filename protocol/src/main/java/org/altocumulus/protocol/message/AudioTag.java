package org.altocumulus.protocol.message;

/**
 * The head of an FLV audio tag: {@code format 4 | rate, size, channels 4}, for AAC one byte more.
 */
final class AudioTag {
    private static final int AAC = 10;
    private static final int AAC_HEADER = 0;

    /** Enhanced RTMP: the low bits are the packet type, and a FourCC follows. */
    private static final int EXTENDED = 9;

    private static final int EXTENDED_SEQUENCE_START = 0;
    private static final int EXTENDED_SEQUENCE_END = 2;

    private AudioTag() {}

    /** What the message holds; an AAC header without a record configures nothing. */
    static MediaKind kind(byte[] array, int offset) {
        if (array.length == offset) {
            return MediaKind.AUDIO_EMPTY;
        }
        int format = (array[offset] & 0xf0) >> 4;
        if (format == EXTENDED) {
            return switch (array[offset] & 0x0f) {
                case EXTENDED_SEQUENCE_START -> MediaKind.AUDIO_CONFIGURATION;
                case EXTENDED_SEQUENCE_END -> MediaKind.AUDIO_EMPTY;
                default -> MediaKind.AUDIO;
            };
        }
        if (array.length == offset + 1) {
            return MediaKind.AUDIO_EMPTY;
        }
        if (format != AAC || array[offset + 1] != AAC_HEADER) {
            return MediaKind.AUDIO;
        }
        return array.length > offset + 2 ? MediaKind.AUDIO_CONFIGURATION : MediaKind.AUDIO_EMPTY;
    }
}
