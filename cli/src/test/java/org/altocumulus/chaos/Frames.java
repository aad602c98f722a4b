package org.altocumulus.chaos;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * The frames of a stream: video with a number in each. A key frame comes each second. Any thread.
 */
final class Frames {
    /** Frames in a second. */
    static final int PER_SECOND = 30;

    private static final int BYTES = 1000;
    private static final byte[] KEY = {0x17, 1, 0, 0, 0};
    private static final byte[] INTER = {0x27, 1, 0, 0, 0};
    private static final int MARK = 0xc4a0_5f2a;

    private long[] sent = new long[1024];
    private int last;

    /**
     * The next frame, to be sent now.
     *
     * @param key whether it has to be a key frame
     */
    synchronized RtmpMessage next(boolean key) {
        last++;
        if (last == sent.length) {
            sent = Arrays.copyOf(sent, 2 * sent.length);
        }
        sent[last] = System.nanoTime();
        ByteBuffer payload = ByteBuffer.allocate(BYTES);
        payload.put(key || last % PER_SECOND == 1 ? KEY : INTER).putInt(MARK).putInt(last);
        return RtmpMessage.of(MessageType.VIDEO, last * 1000L / PER_SECOND, payload.array());
    }

    /** The number of the frame that was sent last; 0 before the first. */
    synchronized int last() {
        return last;
    }

    /** When frame {@code number} was sent, in the time of {@link System#nanoTime}. */
    synchronized long sentAt(int number) {
        return sent[number];
    }

    /** The number of a frame, or 0 if it is none of a {@link Frames}. */
    static int number(RtmpMessage message) {
        byte[] all = message.encoded();
        int at = all.length - message.payloadLength() + KEY.length;
        if (message.payloadLength() != BYTES) {
            return 0;
        }
        ByteBuffer payload = ByteBuffer.wrap(all);
        return payload.getInt(at) == MARK ? payload.getInt(at + Integer.BYTES) : 0;
    }
}
