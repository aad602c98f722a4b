package org.altocumulus.cli.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * What was published and when: what players have to receive, and from which their delay follows.
 * May be used from any thread.
 */
final class SentLog {
    private final List<RtmpMessage> audio = new ArrayList<>();
    private final List<RtmpMessage> video = new ArrayList<>();
    private final Map<RtmpKey, Long> sentAt = new HashMap<>();

    /** Names a message as long as timestamps do not wrap. */
    private record RtmpKey(int type, long timestamp) {}

    synchronized void onSent(RtmpMessage message, long nanos) {
        MediaKind kind = MediaKind.of(message);
        if (isFrame(kind)) {
            (kind.isAudio() ? audio : video).add(message);
            sentAt.put(key(message), nanos);
        }
    }

    /** Audio and video but for configuration records, which players may get more than once. */
    static boolean isFrame(MediaKind kind) {
        return kind.isMedia() && !kind.isConfiguration();
    }

    /** When the message was sent, in the nanoseconds given then; -1 if it was not. */
    synchronized long sentAt(RtmpMessage message) {
        return sentAt.getOrDefault(key(message), -1L);
    }

    /** All audio frames so far. */
    synchronized List<RtmpMessage> audio() {
        return List.copyOf(audio);
    }

    /** All video frames so far. */
    synchronized List<RtmpMessage> video() {
        return List.copyOf(video);
    }

    private static RtmpKey key(RtmpMessage message) {
        return new RtmpKey(message.type(), message.timestamp());
    }
}
