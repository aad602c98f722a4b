package org.altocumulus.edge.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.altocumulus.protocol.message.MediaDeadlines;

/**
 * The audio or the video that waits for one player, bounded in bytes (one message fits always), and
 * in time by the deadline of each message and by a common one. What is too much goes in this order:
 * disposable frames, then the oldest frames up to the next key frame; of audio the oldest. A
 * configuration record among them is sent before what comes next instead. Belongs to one loop.
 */
public final class SubscriberQueue {
    /** A message, and when it came, in nanoseconds. */
    public record Entry(StreamMessage message, long since) {}

    private final boolean video;
    private final int maxBytes;
    private final long maxNanos;
    private final MediaDeadlines deadlines;
    private final StreamCounters counters;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private final KeyFrameGate gate = new KeyFrameGate(false);
    private long bytes;

    /** A configuration record that was dropped and has to come before the next frame. */
    private StreamMessage missingConfiguration;

    public SubscriberQueue(boolean video, StreamSettings settings, StreamCounters counters) {
        this.video = video;
        this.maxBytes = settings.queue().bytes();
        this.maxNanos = settings.queue().time().toNanos();
        this.deadlines = settings.deadlines();
        this.counters = counters;
    }

    /** Bytes that wait, with what each message costs. */
    long bytes() {
        return bytes;
    }

    /** Whether nothing waits. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * Whether a message that has just come need not be added, as nothing waits that would go before
     * it and nothing is missing that it needs.
     */
    public boolean letsPass(StreamMessage message) {
        return entries.isEmpty() && missingConfiguration == null && gate.passes(message.kind());
    }

    /** Takes a message, unless no key frame came before it. */
    public void add(StreamMessage message, long now) {
        if (!gate.passes(message.kind())) {
            countDropped();
            return;
        }
        if (message.kind().isConfiguration()) {
            missingConfiguration = null;
        } else if (isEntry(message)) {
            appendMissingConfiguration(now);
        }
        append(new Entry(message, now));
        keepBounds(now);
    }

    /** The next message to send, or null. */
    public Entry poll(long now) {
        keepBounds(now);
        return entries.isEmpty() ? null : removeFirst();
    }

    /** Another stream follows: none of its frames passes before its first key frame. */
    public void expectKeyFrame() {
        missingConfiguration = null;
        gate.close();
    }

    /** A frame on its way was given up: what waits is dropped up to the next key frame. */
    public void skipToKeyFrame() {
        if (!entries.isEmpty() && isEntry(entries.peekFirst().message)) {
            return;
        }
        dropToEntry(entries.isEmpty() ? 0 : entries.peekFirst().since);
    }

    /** Drops all; nothing passes before the next key frame. */
    public void clear() {
        entries.clear();
        bytes = 0;
        expectKeyFrame();
    }

    private void keepBounds(long now) {
        if (bytes > maxBytes) {
            dropDisposable();
        }
        while ((bytes > maxBytes && entries.size() > 1) || isLate(now)) {
            dropToEntry(now);
        }
    }

    private boolean isLate(long now) {
        Entry first = entries.peekFirst();
        return first != null
                && now - first.since > Math.min(maxNanos, deadlines.lifetime(first.message.kind()));
    }

    private void dropDisposable() {
        Iterator<Entry> oldest = entries.iterator();
        while (bytes > maxBytes && oldest.hasNext()) {
            StreamMessage message = oldest.next().message;
            if (message.kind().isDisposable()) {
                oldest.remove();
                bytes -= message.size();
                countDropped();
            }
        }
    }

    /** Drops the oldest frame, and all up to one at which a decoder can go on. */
    private void dropToEntry(long now) {
        boolean dropped = false;
        while (!entries.isEmpty() && !(dropped && isEntry(entries.peekFirst().message))) {
            StreamMessage message = removeFirst().message;
            if (message.kind().isConfiguration()) {
                missingConfiguration = message;
            } else {
                countDropped();
                dropped = true;
            }
        }
        if (entries.isEmpty()) {
            gate.close();
        } else if (missingConfiguration != null) {
            entries.addFirst(new Entry(missingConfiguration, now));
            bytes += missingConfiguration.size();
            missingConfiguration = null;
        }
    }

    private void appendMissingConfiguration(long now) {
        if (missingConfiguration != null) {
            append(new Entry(missingConfiguration, now));
            missingConfiguration = null;
        }
    }

    private boolean isEntry(StreamMessage message) {
        return video ? message.kind().isKeyFrame() : !message.kind().isConfiguration();
    }

    private void append(Entry entry) {
        entries.addLast(entry);
        bytes += entry.message.size();
    }

    private Entry removeFirst() {
        Entry first = entries.removeFirst();
        bytes -= first.message.size();
        return first;
    }

    private void countDropped() {
        counters.count(video ? Dropped.VIDEO : Dropped.AUDIO);
    }
}
