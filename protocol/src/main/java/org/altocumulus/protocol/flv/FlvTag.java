package org.altocumulus.protocol.flv;

/**
 * A tag of audio, video or data.
 *
 * @param type {@link #AUDIO}, {@link #VIDEO} or {@link #DATA}: the same as the RTMP message's
 * @param timestamp milliseconds, 0 to 2^32 - 1
 * @param body shared, not to be changed; less than 2^24 bytes
 */
public record FlvTag(int type, long timestamp, byte[] body) {
    /** Type of an audio tag. */
    public static final int AUDIO = 8;

    /** Type of a video tag. */
    public static final int VIDEO = 9;

    /** Type of a tag of data in AMF0. */
    public static final int DATA = 18;

    /** The most bytes that a body can have. */
    public static final int MAX_BODY = 0xff_ffff;

    static final int HEADER_SIZE = 11;

    private static final long MAX_TIMESTAMP = 0xffff_ffffL;

    /**
     * @throws IllegalArgumentException if one of them cannot be written
     */
    public FlvTag {
        if (!isKnown(type)
                || timestamp < 0
                || timestamp > MAX_TIMESTAMP
                || body.length > MAX_BODY) {
            throw new IllegalArgumentException(
                    "FLV tag of type " + type + " at " + timestamp + ", " + body.length + " bytes");
        }
    }

    static boolean isKnown(int type) {
        return type == AUDIO || type == VIDEO || type == DATA;
    }
}
