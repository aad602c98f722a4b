package org.altocumulus.edge.stream;

import java.time.Duration;
import org.altocumulus.edge.ops.DeadlineSettings;
import org.altocumulus.edge.ops.LateJoinMode;
import org.altocumulus.edge.ops.MediaSettings;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.edge.ops.Takeover;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.message.LateJoinCache;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.StreamBeginning;

/**
 * How streams are kept and passed on.
 *
 * @param queue what may wait for one subscriber, and between two event loops for one stream
 * @param deadlines how long messages to subscribers are worth sending
 * @param lateJoinBytes what is kept of a stream from its last key frame on
 * @param lateJoinTime how much of it is kept
 * @param lateJoinMode what subscribers get of a stream that they join late
 * @param takeover when a publisher loses its name to another that asks for it
 */
public record StreamSettings(
        QueueSettings queue,
        MediaDeadlines deadlines,
        int lateJoinBytes,
        Duration lateJoinTime,
        LateJoinMode lateJoinMode,
        Takeover takeover) {
    /** From the section of the configuration. */
    public static StreamSettings of(MediaSettings media) {
        return new StreamSettings(
                media.queue(),
                deadlines(media.deadlines()),
                media.lateJoinBytes(),
                media.lateJoinTime(),
                media.lateJoinMode(),
                media.takeover());
    }

    private static MediaDeadlines deadlines(DeadlineSettings settings) {
        return new MediaDeadlines(
                settings.audio().toNanos(),
                settings.interFrame().toNanos(),
                settings.keyFrame().toNanos());
    }

    /**
     * Bytes of commands and data that may wait for one subscriber, and for another thread: at least
     * one message of the largest size, or no such message would ever arrive.
     */
    public long dataBytes() {
        return Math.max(queue.bytes(), MediaFrame.MAX_PAYLOAD);
    }

    /** What may wait on the way of a stream to another thread. */
    Handover.Bounds handover() {
        return new Handover.Bounds(
                queue.bytes(), 2 * dataBytes(), queue.time().toNanos(), deadlines);
    }

    /** What is kept of a stream for those who join it late, nothing yet. */
    LateJoinCache<StreamMessage> newCache() {
        return new LateJoinCache<>(lateJoinBytes, lateJoinTime.toMillis());
    }

    /** What is kept of a stream for those who waited for it, nothing yet. */
    StreamBeginning<StreamMessage> newBeginning() {
        return new StreamBeginning<>(lateJoinBytes);
    }
}
