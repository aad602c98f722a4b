package org.altocumulus.edge.stream;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import org.altocumulus.edge.ops.LateJoinMode;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.edge.ops.Takeover;
import org.altocumulus.protocol.message.MediaDeadlines;

/** Settings of streams for tests, and the same with one of them changed. */
public final class StreamFixtures {
    /** So long that the queues decide what is dropped. */
    public static final MediaDeadlines DEADLINES =
            new MediaDeadlines(SECONDS.toNanos(60), SECONDS.toNanos(60), SECONDS.toNanos(60));

    /** Queues that no test fills by accident. */
    public static final StreamSettings SETTINGS =
            new StreamSettings(
                    new QueueSettings(1 << 20, Duration.ofSeconds(5)),
                    DEADLINES,
                    1 << 20,
                    Duration.ofSeconds(10),
                    LateJoinMode.KEY_FRAME,
                    Takeover.DEAD);

    private StreamFixtures() {}

    /** With another bound of queues. */
    public static StreamSettings with(StreamSettings s, QueueSettings queue) {
        return new StreamSettings(
                queue,
                s.deadlines(),
                s.lateJoinBytes(),
                s.lateJoinTime(),
                s.lateJoinMode(),
                s.takeover());
    }

    /** With other deadlines. */
    public static StreamSettings with(StreamSettings s, MediaDeadlines deadlines) {
        return new StreamSettings(
                s.queue(),
                deadlines,
                s.lateJoinBytes(),
                s.lateJoinTime(),
                s.lateJoinMode(),
                s.takeover());
    }

    /** With other bounds of what late joiners get. */
    public static StreamSettings with(StreamSettings s, int lateJoinBytes, Duration lateJoinTime) {
        return new StreamSettings(
                s.queue(),
                s.deadlines(),
                lateJoinBytes,
                lateJoinTime,
                s.lateJoinMode(),
                s.takeover());
    }

    /** With another mode of joining late. */
    public static StreamSettings with(StreamSettings s, LateJoinMode mode) {
        return new StreamSettings(
                s.queue(), s.deadlines(), s.lateJoinBytes(), s.lateJoinTime(), mode, s.takeover());
    }

    /** With another rule for names that are taken. */
    public static StreamSettings with(StreamSettings s, Takeover takeover) {
        return new StreamSettings(
                s.queue(),
                s.deadlines(),
                s.lateJoinBytes(),
                s.lateJoinTime(),
                s.lateJoinMode(),
                takeover);
    }
}
