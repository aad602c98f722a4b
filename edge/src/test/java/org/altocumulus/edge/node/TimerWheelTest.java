package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimerWheelTest {
    private static final long TICK = TimerWheel.TICK;
    private static final long TURN = 512 * TICK;

    private final TimerWheel wheel = new TimerWheel(0);

    private static final class Timer extends Timed {
        private final List<Long> fired = new ArrayList<>();

        @Override
        void onDeadline(long now) {
            fired.add(now);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1", "511, 0", "512, 0", "512, 1", "1536, 5"})
    void firesOnceAtTheTickAfterTheDeadlineAndNotBefore(long ticks, long nanos) {
        long deadline = ticks * TICK + nanos;
        Timer timer = new Timer();
        wheel.schedule(timer, deadline);
        long due = (deadline / TICK + 1) * TICK;
        for (long now = 0; now < due; now += TICK) {
            wheel.advance(now);
        }
        assertThat(timer.fired).isEmpty();
        wheel.advance(due);
        wheel.advance(due + TURN);
        assertThat(timer.fired).containsExactly(due);
        assertThat(wheel.count()).isZero();
    }

    @Test
    void aDeadlineInThePastFiresWithTheNextTick() {
        wheel.advance(10 * TICK);
        Timer timer = new Timer();
        wheel.schedule(timer, TICK);
        wheel.advance(11 * TICK);
        assertThat(timer.fired).containsExactly(11 * TICK);
    }

    @Test
    void anEarlierDeadlineReplacesALaterOneAndNotTheOtherWayRound() {
        Timer timer = new Timer();
        wheel.schedule(timer, 20 * TICK);
        wheel.schedule(timer, 5 * TICK);
        wheel.schedule(timer, 30 * TICK);
        assertThat(wheel.count()).isOne();
        wheel.advance(6 * TICK);
        assertThat(timer.fired).containsExactly(6 * TICK);
    }

    @Test
    void aCancelledTimerDoesNotFire() {
        List<Timer> timers = List.of(new Timer(), new Timer(), new Timer());
        timers.forEach(timer -> wheel.schedule(timer, TICK));
        wheel.cancel(timers.get(1));
        wheel.cancel(timers.get(1));
        wheel.advance(2 * TICK);
        assertThat(timers).extracting(timer -> timer.fired.size()).containsExactly(1, 0, 1);
    }

    @Test
    void forEverIsNoDeadline() {
        wheel.schedule(new Timer(), Long.MAX_VALUE);
        assertThat(wheel.count()).isZero();
    }

    /** As a loop does that sleeps until there may be something to do. */
    @Test
    void whoAdvancesOnlyWhenThereMayBeSomethingMissesNothing() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            List<Timer> timers = new ArrayList<>();
            List<Long> due = new ArrayList<>();
            long start = round * 5L * TURN + 7;
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                long at = start + (long) (random.nextDouble() * random.nextInt(4) * TURN);
                timers.add(new Timer());
                due.add((at / TICK + 1) * TICK);
                wheel.schedule(timers.get(i), at);
            }
            int looks = 0;
            while (wheel.next() != Long.MAX_VALUE) {
                wheel.advance(wheel.next());
                looks++;
            }
            assertThat(wheel.count()).isZero();
            assertThat(looks).isLessThanOrEqualTo(4 * timers.size());
            for (int i = 0; i < timers.size(); i++) {
                assertThat(timers.get(i).fired).containsExactly(due.get(i));
            }
        }
    }

    @Test
    void withoutTimersThereIsNothingToAwait() {
        Timer timer = new Timer();
        assertThat(wheel.next()).isEqualTo(Long.MAX_VALUE);
        wheel.schedule(timer, 3 * TICK);
        assertThat(wheel.next()).isEqualTo(4 * TICK);
        wheel.cancel(timer);
        wheel.advance(wheel.next());
        assertThat(timer.fired).isEmpty();
        assertThat(wheel.next()).isEqualTo(Long.MAX_VALUE);
    }

    /** A machine that slept, or a loop that was held up. */
    @Test
    void noneIsMissedAfterALongPause() {
        List<Timer> timers = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            timers.add(new Timer());
            wheel.schedule(timers.get(i), i * TICK);
        }
        wheel.advance(100 * TURN);
        assertThat(timers).allSatisfy(timer -> assertThat(timer.fired).hasSize(1));
    }

    @Test
    void manyTimersFireAsAListOfThemWould() {
        Random random = new Random(1);
        List<Timer> timers = new ArrayList<>();
        List<Long> deadlines = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            timers.add(new Timer());
            deadlines.add((long) random.nextInt(1000) * TICK / 3);
            wheel.schedule(timers.get(i), deadlines.get(i));
        }
        for (int tick = 0; tick < 1000; tick++) {
            wheel.advance(tick * TICK);
        }
        for (int i = 0; i < timers.size(); i++) {
            assertThat(timers.get(i).fired).containsExactly((deadlines.get(i) / TICK + 1) * TICK);
        }
    }
}
