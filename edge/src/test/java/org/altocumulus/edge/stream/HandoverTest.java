package org.altocumulus.edge.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.Test;

class HandoverTest {
    private static final int LIMIT = 10_000;
    private static final int LARGE = 1_500_000;

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Deque<Runnable> laterTasks = new ArrayDeque<>();
    private final List<Long> arrived = new ArrayList<>();
    private long now = 1;
    private final Streams streams =
            new Streams(settings(), List.of(new StalledLoop()), ClusterPort.NONE);
    private final Handover<StreamMessage> handover =
            streams.handover(streams.loop(0), (message, since) -> take(message));

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
            laterTasks.add(task);
        }

        @Override
        public long now() {
            return now;
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
        assertThat(streams.counters().of(Dropped.HANDOVER)).isEqualTo(3);
    }

    @Test
    void aFloodOfSmallMessagesIsOneTaskAndBoundedInBytes() {
        for (int i = 0; i < 500_000; i++) {
            send(Media.audio(i, Media.AAC, 20));
        }
        assertThat(tasks).hasSize(1);
        assertThat(handover.waiting()).isLessThanOrEqualTo(LIMIT);
        runTasks();
        assertThat(arrived).hasSizeBetween(50, LIMIT / 64);
        assertThat(handover.waiting()).isZero();
    }

    @Test
    void whatComesLateIsDroppedButDataAndConfigurationsAreNot() {
        send(Media.video(0, Media.KEY, 10));
        send(Media.video(1, Media.INTER, 10));
        send(Media.audio(2, Media.AAC, 10));
        sendData(3, 10);
        now += TimeUnit.SECONDS.toNanos(5);
        send(Media.video(4, Media.INTER, 10));
        send(Media.audio(5, Media.AAC, 10));
        runTasks();
        assertThat(arrived).as("no inter frame without its key frame").containsExactly(3L, 5L);
        send(Media.video(6, Media.KEY, 10));
        send(Media.video(7, Media.INTER, 10));
        runTasks();
        assertThat(arrived).containsExactly(3L, 5L, 6L, 7L);
        assertThat(streams.counters().of(Dropped.HANDOVER)).isEqualTo(4);
    }

    @Test
    void aMessageLargerThanTheBoundFitsAlone() {
        send(Media.video(0, Media.KEY, 2 * LIMIT));
        send(Media.audio(1, Media.AAC, 10));
        runTasks();
        assertThat(arrived).containsExactly(0L);
    }

    @Test
    void dataPassesUntilItIsTooMuch() {
        for (int i = 0; i < 5; i++) {
            sendData(i, LARGE);
        }
        assertThat(offerData(5, LARGE)).isFalse();
        assertThat(streams.counters().of(Dropped.HANDOVER_OVERFLOW)).isOne();
        runTasks();
        assertThat(offerData(6, LARGE)).isTrue();
        assertThat(tasks).hasSize(1);
    }

    @Test
    void aTaskTakesNoMoreThanABatchSoThatSocketsGetTheirTurn() {
        for (int i = 0; i < Handover.MAX_BATCH + 50; i++) {
            handover.run(() -> arrived.add(0L));
        }
        tasks.remove().run();
        assertThat(arrived).hasSize(Handover.MAX_BATCH);
        assertThat(tasks).isEmpty();
        laterTasks.remove().run();
        assertThat(arrived).hasSize(Handover.MAX_BATCH + 50);
        assertThat(laterTasks).isEmpty();
    }

    @Test
    void tasksKeepTheirPlaceBetweenMessages() {
        sendData(1, 10);
        handover.run(() -> arrived.add(-1L));
        sendData(2, 10);
        runTasks();
        assertThat(arrived).containsExactly(1L, -1L, 2L);
    }

    @Test
    void aRestartDropsWhatWaitsAndKeepsTasks() {
        handover.run(() -> arrived.add(-1L));
        send(Media.video(0, Media.KEY, 10));
        sendData(1, 10);
        handover.restart(false, () -> arrived.add(-2L));
        send(Media.video(2, Media.INTER, 10));
        send(Media.video(3, Media.KEY, 10));
        handover.restart(true, () -> arrived.add(-3L));
        send(Media.video(4, Media.INTER, 10));
        runTasks();
        assertThat(arrived).containsExactly(-1L, -2L, -3L, 4L);
        assertThat(handover.waiting()).isZero();
    }

    @Test
    void aMessageOverWhichTheReceiverFailsHoldsUpNoOther() {
        sendData(1, 10);
        handover.run(
                () -> {
                    throw new IllegalStateException("a fault");
                });
        sendData(2, 10);
        assertThatThrownBy(this::runTasks).hasMessage("a fault");
        runTasks();
        assertThat(arrived).containsExactly(1L, 2L);
    }

    private void take(StreamMessage message) {
        arrived.add(message.message().timestamp());
    }

    private void send(RtmpMessage message) {
        int size = message.encoded().length + StreamMessage.OVERHEAD;
        assertThat(handover.send(StreamMessage.media(message), MediaKind.of(message), size))
                .isTrue();
    }

    private void sendData(int time, int bytes) {
        assertThat(offerData(time, bytes)).isTrue();
    }

    private boolean offerData(int time, int bytes) {
        RtmpMessage data = RtmpMessage.of(MessageType.DATA_AMF0, time, new byte[bytes]);
        return handover.send(StreamMessage.data(data, null), MediaKind.OTHER, bytes);
    }

    private void runTasks() {
        while (!tasks.isEmpty() || !laterTasks.isEmpty()) {
            (tasks.isEmpty() ? laterTasks : tasks).remove().run();
        }
    }

    private static StreamSettings settings() {
        return StreamFixtures.with(
                StreamFixtures.SETTINGS, new QueueSettings(LIMIT, Duration.ofSeconds(4)));
    }
}
