package org.altocumulus.edge.stream;

import java.util.HexFormat;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;

/** Bodies of audio and video messages. */
public final class Media {
    public static final String AAC_HEADER = "af001210";
    public static final String AAC = "af0121100460";
    public static final String AVC_HEADER = "1700000000014200";
    public static final String AVC_END = "1702000000";
    public static final String KEY = "1701000000aabb";
    public static final String INTER = "2701000000ccdd";
    public static final String DISPOSABLE = "3701000000eeff";

    private Media() {}

    public static RtmpMessage video(long timestamp, String head, int size) {
        byte[] payload = new byte[Math.max(size, head.length() / 2)];
        byte[] bytes = HexFormat.of().parseHex(head);
        System.arraycopy(bytes, 0, payload, 0, bytes.length);
        return RtmpMessage.of(MessageType.VIDEO, timestamp, payload);
    }

    public static RtmpMessage audio(long timestamp, String head, int size) {
        byte[] payload = video(timestamp, head, size).payload().rest();
        return RtmpMessage.of(MessageType.AUDIO, timestamp, payload);
    }
}
