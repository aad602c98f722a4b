package org.altocumulus.edge.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.altocumulus.edge.loop.Loop;
import org.altocumulus.edge.ops.Takeover;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

/** Streams with publishers and subscribers that have no session and no network. */
class StreamsTest {
    private static final StreamKey KEY = new StreamKey("live", "camera");

    private final List<TaskLoop> taskLoops = new ArrayList<>();
    private final Streams streams = streams(StreamFixtures.SETTINGS);

    /** A loop that works through its tasks when the test lets it. */
    private static final class TaskLoop implements Loop {
        private final int index;
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private boolean current;

        TaskLoop(int index) {
            this.index = index;
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public boolean isCurrent() {
            return current;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void executeAfter(long nanos, Runnable task) {
            tasks.add(task);
        }

        @Override
        public long now() {
            return 1;
        }

        boolean work() {
            Runnable task = tasks.poll();
            if (task != null) {
                current = true;
                task.run();
                current = false;
            }
            return task != null;
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    private Streams streams(StreamSettings settings) {
        taskLoops.clear();
        for (int i = 0; i < 3; i++) {
            taskLoops.add(new TaskLoop(i));
        }
        return new Streams(settings, List.copyOf(taskLoops), ClusterPort.NONE);
    }

    /** Does something on a loop, and lets all loops work until they have nothing to do. */
    private void on(int loop, Action action) {
        taskLoops
                .get(loop)
                .execute(
                        () -> {
                            try {
                                action.run();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        boolean worked = true;
        while (worked) {
            worked = false;
            for (TaskLoop each : taskLoops) {
                worked |= each.work();
            }
        }
    }

    private MemoryPublisher publisher(Streams of, int loop, String id) {
        List<MemoryPublisher> made = new ArrayList<>();
        on(loop, () -> made.add(new MemoryPublisher(KEY, of.loop(loop), id)));
        return made.get(0);
    }

    private MemorySubscriber subscriber(int loop) {
        List<MemorySubscriber> made = new ArrayList<>();
        on(loop, () -> made.add(new MemorySubscriber(streams.loop(loop).replica(KEY))));
        return made.get(0);
    }

    @Test
    void subscribersOfAllLoopsGetTheStreamFromItsFirstMessageToItsEnd() {
        List<MemorySubscriber> all = List.of(subscriber(0), subscriber(1), subscriber(2));
        MemoryPublisher publisher = publisher(streams, 1, "");
        assertThat(publisher.isPublished()).isTrue();
        assertThat(streams.published()).containsExactly(KEY);
        on(1, () -> publisher.send(Media.audio(0, Media.AAC, 10)));
        on(1, () -> publisher.send(Media.video(0, Media.KEY, 10)));
        on(1, () -> publisher.send(Media.video(40, Media.INTER, 10)));
        on(1, publisher::stop);
        assertThat(all)
                .allSatisfy(
                        one ->
                                assertThat(one.got())
                                        .containsExactly(
                                                "begin",
                                                "AUDIO 0",
                                                "KEY_FRAME 0",
                                                "INTER_FRAME 40",
                                                "end"));
        assertThat(streams.published()).isEmpty();
    }

    @Test
    void whoComesLateGetsTheLastKeyFrameAndWhatFollows() {
        MemoryPublisher publisher = publisher(streams, 0, "");
        on(0, () -> publisher.send(Media.video(0, Media.KEY, 10)));
        on(0, () -> publisher.send(Media.video(40, Media.KEY, 10)));
        MemorySubscriber late = subscriber(2);
        on(0, () -> publisher.send(Media.video(80, Media.INTER, 10)));
        assertThat(late.got()).containsExactly("late", "KEY_FRAME 40", "INTER_FRAME 80");
        on(2, late::stop);
        on(0, () -> publisher.send(Media.video(120, Media.INTER, 10)));
        assertThat(late.got()).hasSize(3);
    }

    @Test
    void aNameHasOnePublisherUntilItIsDead() {
        MemoryPublisher first = publisher(streams, 0, "");
        MemoryPublisher second = publisher(streams, 1, "");
        assertThat(second.ended()).contains("already published");
        assertThat(first.isPublished()).isTrue();
        first.alive = false;
        MemoryPublisher third = publisher(streams, 1, "");
        assertThat(third.isPublished()).isTrue();
        assertThat(first.ended()).isEqualTo(HomeStream.GIVEN_AWAY);
    }

    @Test
    void theSameClientTakesItsNameOverUnlessThatIsForbidden() {
        MemoryPublisher before = publisher(streams, 0, "ab");
        MemoryPublisher after = publisher(streams, 1, "ab");
        assertThat(after.isPublished()).isTrue();
        assertThat(before.isPublished()).isFalse();
        Streams never = streams(StreamFixtures.with(StreamFixtures.SETTINGS, Takeover.NEVER));
        MemoryPublisher holder = publisher(never, 0, "ab");
        assertThat(publisher(never, 0, "ab").ended()).contains("already published");
        assertThat(holder.isPublished()).isTrue();
    }

    @Test
    void anOperatorSeesWhatIsPublishedAndWhatIsWaitedFor() {
        subscriber(0);
        subscriber(0);
        subscriber(1);
        LocalStreams waiting = inspect();
        assertThat(waiting.waiting())
                .containsExactly(new LocalStreams.Waiting("live", "camera", 3));
        publisher(streams, 2, "ab");
        LocalStreams published = inspect();
        assertThat(published.waiting()).isEmpty();
        assertThat(published.published()).extracting("peerId").containsExactly("ab");
        assertThat(published.silentLoops()).isZero();
    }

    private LocalStreams inspect() {
        List<LocalStreams> loops = new ArrayList<>();
        for (int i = 0; i < taskLoops.size(); i++) {
            int loop = i;
            on(loop, () -> loops.add(streams.loop(loop).inspect()));
        }
        return LocalStreams.merged(loops, 0);
    }
}
