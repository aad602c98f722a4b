package org.altocumulus.protocol.message;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of a stream for those who join it late, by one rule on every node: the data that
 * {@code @setDataFrame} set, by the names of their handlers; the last audio and video configuration
 * records; and all messages from the last key frame on. A stream that goes on for too long without
 * a key frame is joined at the next. Not thread-safe.
 *
 * @param <M> how a node holds a message
 */
public final class LateJoinCache<M extends LateJoinCache.Message<M>> {
    /** Most handlers whose data is kept; the data set first goes first. */
    public static final int MAX_FRAMES = 16;

    /** Most bytes of data that is kept by handler. */
    public static final int MAX_FRAME_BYTES = 256 << 10;

    private final int maxBytes;
    private final long maxMillis;
    private final Map<String, M> frames = new LinkedHashMap<>();
    private final List<M> recent = new ArrayList<>();
    private M audioConfiguration;
    private M videoConfiguration;
    private long recentBytes;

    /**
     * A message as this cache sees it.
     *
     * @param <M> the type itself
     */
    public interface Message<M> {
        /** What it holds. */
        MediaKind kind();

        /** The handler under which the data is kept or cleared, or null if neither. */
        String frame();

        /** Whether the data under {@link #frame} is to be forgotten. */
        boolean clears();

        /** Bytes it counts for, at least 1. */
        int size();

        /** Milliseconds, 0 to 2^32 - 1. */
        long timestamp();

        /** Whether type and payload are the same. */
        boolean hasContentOf(M other);
    }

    /**
     * An empty cache.
     *
     * @param maxBytes most bytes kept from the last key frame on; 0 for none
     * @param maxMillis most milliseconds of the stream kept from it on
     */
    public LateJoinCache(int maxBytes, long maxMillis) {
        this.maxBytes = maxBytes;
        this.maxMillis = maxMillis;
    }

    /** Takes the next message of the stream. */
    public void add(M message) {
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

    /** Data and configuration records, copied. */
    public List<M> head() {
        List<M> head = new ArrayList<>(frames.values());
        if (audioConfiguration != null) {
            head.add(audioConfiguration);
        }
        if (videoConfiguration != null) {
            head.add(videoConfiguration);
        }
        return head;
    }

    /** All that is kept, in the order in which someone who joins late needs it, copied. */
    public List<M> contents() {
        List<M> contents = head();
        contents.addAll(recent);
        return contents;
    }

    private void addFrame(M message) {
        frames.remove(message.frame());
        if (message.clears() || message.size() > MAX_FRAME_BYTES) {
            return;
        }
        frames.put(message.frame(), message);
        Iterator<M> oldest = frames.values().iterator();
        int bytes = frames.values().stream().mapToInt(Message::size).sum();
        while (frames.size() > MAX_FRAMES || bytes > MAX_FRAME_BYTES) {
            bytes -= oldest.next().size();
            oldest.remove();
        }
    }

    /** Frames made for another configuration than the one sent before them cannot be decoded. */
    private void forgetIfChanged(M before, M now) {
        if (before != null && !before.hasContentOf(now)) {
            forgetRecent();
        }
    }

    private void addRecent(M message) {
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

    private int millisSinceEntry(M message) {
        return (int) (message.timestamp() - recent.get(0).timestamp());
    }

    private void forgetRecent() {
        recent.clear();
        recentBytes = 0;
    }
}
