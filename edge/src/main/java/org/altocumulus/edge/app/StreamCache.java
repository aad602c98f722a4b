package org.altocumulus.edge.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * What players that come late get of a stream: the data that was set to be kept, the configuration
 * records, and all messages from the last key frame on. Belongs to one loop.
 */
final class StreamCache {
    private static final int MAX_FRAMES = 16;
    private static final int MAX_FRAME_BYTES = 256 << 10;

    private final int maxBytes;
    private final long maxMillis;

    private final Map<String, StreamMessage> frames = new LinkedHashMap<>();
    private final List<StreamMessage> recent = new ArrayList<>();
    private StreamMessage audioConfiguration;
    private StreamMessage videoConfiguration;
    private long recentBytes;

    StreamCache(ApplicationSettings settings) {
        this.maxBytes = settings.lateJoinBytes();
        this.maxMillis = settings.lateJoinTime().toMillis();
    }

    void add(StreamMessage message) {
        if (message.frame() != null) {
            addFrame(message);
        } else if (message.kind() == MediaKind.AUDIO_CONFIGURATION) {
            forgetIfChanged(audioConfiguration, message);
            audioConfiguration = message;
        } else if (message.kind() == MediaKind.VIDEO_CONFIGURATION) {
            forgetIfChanged(videoConfiguration, message);
            videoConfiguration = message;
        } else {
            addRecent(message);
        }
    }

    /** Data and configuration records. */
    List<StreamMessage> head() {
        List<StreamMessage> head = new ArrayList<>(frames.values());
        if (audioConfiguration != null) {
            head.add(audioConfiguration);
        }
        if (videoConfiguration != null) {
            head.add(videoConfiguration);
        }
        return head;
    }

    /** All that is kept, in the order in which a late joiner needs it. */
    List<StreamMessage> contents() {
        List<StreamMessage> contents = head();
        contents.addAll(recent);
        return contents;
    }

    private void addFrame(StreamMessage message) {
        frames.remove(message.frame());
        if (message.clears() || message.size() > MAX_FRAME_BYTES) {
            return;
        }
        frames.put(message.frame(), message);
        Iterator<StreamMessage> oldest = frames.values().iterator();
        int bytes = frames.values().stream().mapToInt(StreamMessage::size).sum();
        while (frames.size() > MAX_FRAMES || bytes > MAX_FRAME_BYTES) {
            bytes -= oldest.next().size();
            oldest.remove();
        }
    }

    /** Frames made for another configuration than the one sent before them cannot be decoded. */
    private void forgetIfChanged(StreamMessage before, StreamMessage now) {
        if (before != null && !samePayload(before.message(), now.message())) {
            forgetRecent();
        }
    }

    private static boolean samePayload(RtmpMessage a, RtmpMessage b) {
        byte[] left = a.encoded();
        byte[] right = b.encoded();
        int header = RtmpMessage.HEADER_SIZE;
        return Arrays.equals(left, header, left.length, right, header, right.length);
    }

    private void addRecent(StreamMessage message) {
        boolean entry = message.kind().isKeyFrame();
        if (entry) {
            forgetRecent();
        }
        if (!entry && recent.isEmpty()) {
            return;
        }
        recent.add(message);
        recentBytes += message.size();
        if (recentBytes > maxBytes || millisSinceEntry(message) > maxMillis) {
            forgetRecent();
        }
    }

    private int millisSinceEntry(StreamMessage message) {
        return (int) (message.message().timestamp() - recent.get(0).message().timestamp());
    }

    private void forgetRecent() {
        recent.clear();
        recentBytes = 0;
    }
}
