package org.altocumulus.hotpath;

import java.util.Random;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;

/** What is sent. */
public final class Inputs {
    /** Bytes of a message, as the load tests send them. */
    public static final int MESSAGE = 1000;

    private static final int INTER_FRAME = 0x27;
    private static final int KEY_FRAME = 0x17;

    private Inputs() {}

    /** A message of a video, type and timestamp included. */
    public static byte[] message() {
        return frame(0, false).encoded();
    }

    /** A frame of AVC of {@link #MESSAGE} bytes with its header. */
    public static RtmpMessage frame(long timestamp, boolean key) {
        return frame(MESSAGE, timestamp, key);
    }

    /** A frame of AVC of so many bytes with its header. */
    static RtmpMessage frame(int size, long timestamp, boolean key) {
        byte[] payload = new byte[size - RtmpMessage.HEADER_SIZE];
        new Random(MESSAGE).nextBytes(payload);
        payload[0] = (byte) (key ? KEY_FRAME : INTER_FRAME);
        payload[1] = 1;
        payload[2] = 0;
        payload[3] = 0;
        payload[4] = 0;
        return RtmpMessage.of(MessageType.VIDEO, timestamp & 0xffff_ffffL, payload);
    }
}
