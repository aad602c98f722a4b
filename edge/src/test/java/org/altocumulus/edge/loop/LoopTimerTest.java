package org.altocumulus.edge.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In the time of the embedded channel, in milliseconds. */
class LoopTimerTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Long> runs = new ArrayList<>();
    private long now;
    private final LoopTimer timer = new LoopTimer(channel.eventLoop(), () -> runs.add(now));

    LoopTimerTest() {
        channel.freezeTime();
    }

    private void within(long millis) {
        within(timer, millis);
    }

    private void within(LoopTimer which, long millis) {
        which.by(TimeUnit.MILLISECONDS.toNanos(now + millis), TimeUnit.MILLISECONDS.toNanos(now));
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
    void whatIsOverdueRunsAtOnce() {
        pass(10);
        within(-5);
        channel.runScheduledPendingTasks();
        assertThat(runs).containsExactly(10L);
    }

    @Test
    void doesNotRunOnceItIsCancelledUntilItIsSetAnew() {
        within(10);
        timer.cancel();
        pass(50);
        assertThat(runs).isEmpty();
        within(10);
        pass(50);
        assertThat(runs).containsExactly(60L);
    }

    @Test
    void hasNoEffectOnceTheLoopHasEnded() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        LoopTimer late = new LoopTimer(group.next(), () -> runs.add(now));
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        within(late, 0);
        late.cancel();
        assertThat(runs).isEmpty();
    }

    @Test
    void canBeSetByItsOwnTask() {
        List<Long> ticks = new ArrayList<>();
        LoopTimer[] ticking = new LoopTimer[1];
        ticking[0] =
                new LoopTimer(
                        channel.eventLoop(),
                        () -> {
                            ticks.add(now);
                            within(ticking[0], 4);
                        });
        within(ticking[0], 0);
        channel.runScheduledPendingTasks();
        pass(9);
        assertThat(ticks).containsExactly(0L, 4L, 8L);
    }
}
