package org.altocumulus.edge.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In the time of the embedded channel, in milliseconds. */
class LinkTimerTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Long> runs = new ArrayList<>();
    private long now;
    private final LinkTimer timer =
            new LinkTimer(
                    channel.eventLoop(),
                    () -> TimeUnit.MILLISECONDS.toNanos(now),
                    () -> runs.add(now));

    LinkTimerTest() {
        channel.freezeTime();
    }

    private void within(long millis) {
        timer.within(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void pass(long millis) {
        for (long i = 0; i < millis; i++) {
            now++;
            channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    @Test
    void runsWhenTheTimeHasPassedAndOnce() {
        within(10);
        pass(100);
        assertThat(runs).containsExactly(10L);
    }

    @Test
    void isNotPutOffByWhatIsDueLater() {
        within(10);
        for (int i = 0; i < 9; i++) {
            pass(1);
            within(10);
        }
        pass(100);
        assertThat(runs).containsExactly(10L);
    }

    @Test
    void runsEarlierForWhatIsDueEarlierAndNotAgainForTheOther() {
        within(10);
        pass(2);
        within(3);
        pass(100);
        assertThat(runs).containsExactly(5L);
    }

    @Test
    void canBeSetAnewOnceItHasRun() {
        within(10);
        pass(10);
        within(10);
        pass(100);
        assertThat(runs).containsExactly(10L, 20L);
    }

    @Test
    void whatIsDueAtOnceRunsAtOnce() {
        within(10);
        within(0);
        channel.runScheduledPendingTasks();
        assertThat(runs).containsExactly(0L);
    }

    @Test
    void canBeSetByItsOwnTask() {
        List<Long> ticks = new ArrayList<>();
        LinkTimer[] ticking = new LinkTimer[1];
        ticking[0] =
                new LinkTimer(
                        channel.eventLoop(),
                        () -> TimeUnit.MILLISECONDS.toNanos(now),
                        () -> {
                            ticks.add(now);
                            ticking[0].within(TimeUnit.MILLISECONDS.toNanos(4));
                        });
        ticking[0].within(0);
        channel.runScheduledPendingTasks();
        pass(9);
        assertThat(ticks).containsExactly(0L, 4L, 8L);
    }
}
