package org.altocumulus.protocol.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.altocumulus.protocol.message.StreamKey;

/**
 * What waits to be written to a media connection, bounded in bytes and in time.
 *
 * <p>When it is too long, or its first message too old, messages are dropped in this order until it
 * is not: disposable video frames; inter frames from the front, each with all that depends on it up
 * to the next key frame of its stream, and key frames that a later one replaces; audio, the late
 * first; the remaining video. Starts, ends, configurations, metadata and data are never dropped: a
 * queue that they alone overfill (one message fits always, however large), or in which they wait
 * too long, has {@linkplain #isOverrun overrun}, and its connection has to be closed with {@link
 * Reason#TOO_SLOW}.
 */
public final class MediaQueue {
    /** Bytes that an entry counts beside its own. */
    static final int OVERHEAD = 64;

    private final MediaQueueLimits limits;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private final Map<StreamKey, Waiting> streams = new HashMap<>();
    private long bytes;
    private long dropped;
    private boolean overrun;

    /** What is known of a stream that has messages here, or whose next inter frames are useless. */
    private static final class Waiting {
        int entries;
        int keys;

        /** A frame is missing behind the last entry: nothing but a key frame helps. */
        boolean needsKey;

        /** The same at the place in the queue that is looked at. */
        boolean skipping;
    }

    private record Entry(StreamEvent event, MediaKind kind, Waiting stream, int size, long since) {
        boolean is(MediaKind wanted) {
            return kind == wanted;
        }
    }

    /** An empty queue. */
    public MediaQueue(MediaQueueLimits limits) {
        this.limits = limits;
    }

    /** Adds to the end, or drops what does not fit or has become useless. */
    public void offer(StreamEvent event, long now) {
        MediaKind kind = event instanceof MediaFrame frame ? frame.kind() : MediaKind.DATA;
        Waiting stream = streams.computeIfAbsent(event.stream(), key -> new Waiting());
        if (event instanceof StreamStart || event instanceof StreamEnd) {
            stream.needsKey = false;
        }
        if (stream.needsKey && (kind == MediaKind.INTER || kind == MediaKind.DISPOSABLE)) {
            dropped++;
            return;
        }
        stream.entries++;
        if (kind == MediaKind.KEY) {
            stream.keys++;
            stream.needsKey = false;
        }
        int size = event.line().length + OVERHEAD;
        size += event.payload() == null ? 0 : event.payload().length + 1;
        entries.add(new Entry(event, kind, stream, size, now));
        bytes += size;
        if (bytes > limits.bytes() && entries.size() > 1) {
            shorten(now, limits.bytes() / 4 * 3);
        }
    }

    /** Takes the next message that is worth sending, or null if there is none. */
    public StreamEvent poll(long now) {
        Entry first = entries.peek();
        if (first != null && isLate(first, now)) {
            // What becomes late in the next moments goes too, so that this happens rarely.
            shorten(now + limits.videoAge() / 4, Long.MAX_VALUE);
            first = entries.peek();
        }
        if (first == null || overrun) {
            return null;
        }
        entries.remove();
        forget(first);
        return first.event();
    }

    /**
     * Takes out the messages of a stream that its receiver no longer wants; that counts as no loss.
     * Starts and ends stay, so that what has left is still followed by its end.
     */
    public void discard(StreamKey key) {
        for (int left = entries.size(); left > 0; left--) {
            Entry entry = entries.remove();
            if (entry.event() instanceof MediaFrame frame && frame.stream().equals(key)) {
                forget(entry);
            } else {
                entries.add(entry);
            }
        }
        // What comes of it after this begins with a start; nothing may be kept of those that do
        // not.
        Waiting left = streams.get(key);
        if (left != null && left.entries == 0) {
            streams.remove(key);
        }
    }

    /** Whether what may not be dropped is too much or too old. */
    public boolean isOverrun() {
        return overrun;
    }

    /** Whether nothing waits. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Bytes that wait, with the overhead. */
    public long bytes() {
        return bytes;
    }

    /** Messages dropped so far. */
    public long dropped() {
        return dropped;
    }

    private boolean isLate(Entry entry, long now) {
        long limit =
                switch (entry.kind()) {
                    case KEY, INTER, DISPOSABLE -> limits.videoAge();
                    case AUDIO -> limits.audioAge();
                    default -> limits.dataAge();
                };
        return now - entry.since() > limit;
    }

    private void shorten(long now, long target) {
        if (bytes > target) {
            drop(entry -> entry.is(MediaKind.DISPOSABLE) && bytes > target);
        }
        dropVideo(now, target);
        drop(entry -> entry.is(MediaKind.AUDIO) && isLate(entry, now));
        if (bytes > target) {
            drop(entry -> entry.is(MediaKind.AUDIO) && bytes > target);
            drop(entry -> isVideo(entry) && bytes > target && skipFrom(entry));
        }
        overrun |= bytes > limits.bytes() && entries.size() > 1;
        for (Entry entry : entries) {
            overrun |= entry.kind().isIndispensable() && isLate(entry, now);
        }
    }

    /** From the front; behind a dropped frame all up to the next key frame of the stream goes. */
    private void dropVideo(long now, long target) {
        drop(
                entry -> {
                    boolean over = bytes > target || isLate(entry, now);
                    Waiting stream = entry.stream();
                    if (entry.is(MediaKind.KEY)) {
                        stream.skipping = over && stream.keys > 1;
                        return stream.skipping;
                    }
                    boolean useless = isVideo(entry) && (over || stream.skipping);
                    stream.skipping |= useless && entry.is(MediaKind.INTER);
                    return useless;
                });
    }

    private static boolean skipFrom(Entry entry) {
        entry.stream().skipping = true;
        return true;
    }

    private static boolean isVideo(Entry entry) {
        return entry.is(MediaKind.KEY)
                || entry.is(MediaKind.INTER)
                || entry.is(MediaKind.DISPOSABLE);
    }

    private void drop(Predicate<Entry> useless) {
        for (int left = entries.size(); left > 0; left--) {
            Entry entry = entries.remove();
            if (useless.test(entry)) {
                forget(entry);
                dropped++;
            } else {
                entries.add(entry);
            }
        }
        for (Waiting stream : streams.values()) {
            stream.needsKey |= stream.skipping;
            stream.skipping = false;
        }
    }

    private void forget(Entry entry) {
        bytes -= entry.size();
        entry.stream().entries--;
        if (entry.is(MediaKind.KEY)) {
            entry.stream().keys--;
        }
        if (entry.stream().entries == 0 && !entry.stream().needsKey && !entry.stream().skipping) {
            streams.remove(entry.event().stream(), entry.stream());
        }
    }
}
