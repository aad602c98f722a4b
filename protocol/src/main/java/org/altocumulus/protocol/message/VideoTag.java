package org.altocumulus.protocol.message;

/**
 * The head of an FLV video tag: {@code frame type 4 | codec 4}, for AVC and HEVC the packet type
 * after it; or, in enhanced RTMP, {@code 1 | frame type 3 | packet type 4} and a FourCC.
 */
final class VideoTag {
    private static final int EXTENDED = 0x80;

    private static final int KEY_FRAME = 1;
    private static final int DISPOSABLE_FRAME = 3;
    private static final int GENERATED_KEY_FRAME = 4;
    private static final int COMMAND = 5;

    private static final int AVC = 7;
    private static final int HEVC = 12;

    private static final int SEQUENCE_START = 0;
    private static final int SEQUENCE_END = 2;
    private static final int METADATA = 4;
    private static final int MPEG2_SEQUENCE_START = 5;
    private static final int MULTITRACK = 6;

    /** Frame type and codec, packet type, and three bytes of composition time. */
    private static final int HEAD = 5;

    private VideoTag() {}

    /** What the message holds; a header without a record configures nothing. */
    static MediaKind kind(byte[] array, int offset) {
        int length = array.length - offset;
        if (length == 0) {
            return MediaKind.VIDEO_EMPTY;
        }
        int head = array[offset] & 0xff;
        if ((head & EXTENDED) != 0) {
            int packetType = head & 0x0f;
            if (packetType == MULTITRACK && length > 1) {
                packetType = array[offset + 1] & 0x0f;
            }
            return extended((head & 0x70) >> 4, packetType);
        }
        int frameType = head >> 4;
        if (frameType == COMMAND) {
            return MediaKind.VIDEO_INFO;
        }
        if (length == 1) {
            return MediaKind.VIDEO_EMPTY;
        }
        int codec = head & 0x0f;
        if (codec == AVC || codec == HEVC) {
            int packetType = array[offset + 1];
            if (packetType == SEQUENCE_START) {
                return length > HEAD ? MediaKind.VIDEO_CONFIGURATION : MediaKind.VIDEO_EMPTY;
            }
            if (packetType == SEQUENCE_END) {
                return MediaKind.VIDEO_END;
            }
        }
        return frame(frameType);
    }

    private static MediaKind extended(int frameType, int packetType) {
        if (frameType == COMMAND) {
            return MediaKind.VIDEO_INFO;
        }
        return switch (packetType) {
            case SEQUENCE_START, MPEG2_SEQUENCE_START -> MediaKind.VIDEO_CONFIGURATION;
            case SEQUENCE_END -> MediaKind.VIDEO_END;
            case METADATA -> MediaKind.VIDEO_INFO;
            default -> frame(frameType);
        };
    }

    private static MediaKind frame(int frameType) {
        return switch (frameType) {
            case KEY_FRAME, GENERATED_KEY_FRAME -> MediaKind.KEY_FRAME;
            case DISPOSABLE_FRAME -> MediaKind.DISPOSABLE_FRAME;
            default -> MediaKind.INTER_FRAME;
        };
    }
}
