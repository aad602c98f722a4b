package org.altocumulus.edge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.Test;

class HandoverTest {
    private static final int LIMIT = 10_000;

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Long> arrived = new ArrayList<>();
    private final Node node =
            new Node(settings(), List.of(new StalledLoop()), ClusterPort.NONE, AccessPolicy.OPEN);
    private final Handover handover =
            new Handover(node.loop(0), message -> arrived.add(message.message().timestamp()));

    /** A loop of another thread, which runs when the test says so. */
    private final class StalledLoop implements Loop {
        @Override
        public int index() {
            return 0;
        }

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void executeAfter(long nanos, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long now() {
            return 0;
        }
    }

    @Test
    void loopThatFallsBehindLosesVideoUpToAKeyFrame() {
        send(Media.video(0, Media.KEY, 4000));
        send(Media.video(1, Media.INTER, 4000));
        send(Media.video(2, Media.INTER, 4000));
        send(Media.video(3, Media.INTER, 100));
        send(Media.audio(4, Media.AAC, 100));
        runTasks();
        send(Media.video(5, Media.INTER, 100));
        send(Media.video(6, Media.KEY, 100));
        send(Media.video(7, Media.INTER, 100));
        runTasks();
        assertThat(arrived).containsExactly(0L, 1L, 4L, 6L, 7L);
        assertThat(node.counters.of(Refused.HANDOVER_DROPPED)).isEqualTo(3);
    }

    @Test
    void dataPassesUntilItIsTooMuch() {
        RtmpMessage data = RtmpMessage.of(MessageType.DATA_AMF0, 1, new byte[4000]);
        for (int i = 0; i < 4; i++) {
            assertThat(handover.send(StreamMessage.data(data, null))).isTrue();
        }
        assertThat(handover.send(StreamMessage.data(data, null))).isFalse();
        runTasks();
        assertThat(handover.send(StreamMessage.data(data, null))).isTrue();
        assertThat(tasks).hasSize(1);
    }

    private void send(RtmpMessage message) {
        assertThat(handover.send(StreamMessage.media(message))).isTrue();
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private static ApplicationSettings settings() {
        return new ApplicationSettings(
                Set.of(),
                new QueueSettings(LIMIT, Duration.ofSeconds(4)),
                World.DEADLINES,
                0,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                1);
    }
}
