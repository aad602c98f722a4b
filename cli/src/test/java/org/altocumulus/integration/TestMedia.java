package org.altocumulus.integration;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.FlvRecorder;
import org.altocumulus.cli.client.FlvSource;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamBeginning;

/** Streams to publish. */
final class TestMedia {
    private static final String AVC_HEADER = "1700000000014200";
    private static final String AAC_HEADER = "af001210";
    private static final String KEY = "1701000000";
    private static final String INTER = "2701000000";
    private static final String AAC = "af01";
    private static final int FRAME_MILLIS = 40;
    private static final int FRAMES_PER_KEY = 25;

    private TestMedia() {}

    /**
     * AVC and AAC headers, a key frame, and so on: 25 frames a second, a key frame each second,
     * audio with each frame. All payloads differ.
     */
    static List<RtmpMessage> generated(long seed, int frames) {
        Random random = new Random(seed);
        List<RtmpMessage> messages = new ArrayList<>();
        messages.add(message(MessageType.VIDEO, 0, AVC_HEADER, random, 0));
        messages.add(message(MessageType.AUDIO, 0, AAC_HEADER, random, 0));
        for (int i = 0; i < frames; i++) {
            int time = i * FRAME_MILLIS;
            boolean key = i % FRAMES_PER_KEY == 0;
            int size = key ? 8000 : 100 + random.nextInt(1500);
            messages.add(message(MessageType.VIDEO, time, key ? KEY : INTER, random, size));
            messages.add(message(MessageType.AUDIO, time, AAC, random, 200));
        }
        return messages;
    }

    /** All up to the first key frame: whoever has that misses nothing that comes later. */
    static List<RtmpMessage> head(List<RtmpMessage> messages) {
        return messages.subList(0, headLength(messages));
    }

    /** What follows the {@link #head}. */
    static List<RtmpMessage> rest(List<RtmpMessage> messages) {
        return messages.subList(headLength(messages), messages.size());
    }

    /** Waits until whoever joins a stream that was published before this call joins late. */
    static void awaitEndOfBeginning() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(StreamBeginning.TIME + TimeUnit.MILLISECONDS.toNanos(500));
    }

    private static int headLength(List<RtmpMessage> messages) {
        int length = 0;
        while (!MediaKind.of(messages.get(length)).isKeyFrame()) {
            length++;
        }
        return length + 1;
    }

    /** Messages as the file that they would be. */
    static FlvSource source(List<RtmpMessage> messages) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (FlvRecorder recorder = new FlvRecorder(file)) {
            for (RtmpMessage message : messages) {
                recorder.write(message);
            }
        }
        return new FlvSource(() -> new ByteArrayInputStream(file.toByteArray()), false);
    }

    /** The file that the demo publishes. */
    static List<RtmpMessage> testPattern() throws Exception {
        return FlvSource.readAll(TestMedia::openTestPattern);
    }

    private static InputStream openTestPattern() {
        return TestMedia.class.getResourceAsStream("/org/altocumulus/cli/demo/test-pattern.flv");
    }

    private static RtmpMessage message(int type, long time, String head, Random random, int size) {
        byte[] start = HexFormat.of().parseHex(head);
        byte[] payload = new byte[start.length + size];
        random.nextBytes(payload);
        System.arraycopy(start, 0, payload, 0, start.length);
        return RtmpMessage.of(type, time, payload);
    }
}
