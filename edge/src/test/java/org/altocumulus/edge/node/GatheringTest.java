package org.altocumulus.edge.node;

import static io.netty.channel.SelectStrategy.SELECT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In microseconds. */
class GatheringTest {
    private static final long TIME = 300;

    private final List<Long> pauses = new ArrayList<>();

    /** What is ready when the loop looks without waiting; nothing when this is used up. */
    private final Deque<Integer> ready = new ArrayDeque<>();

    private long now = 1_000_000;
    private Gathering gathering = new Gathering(TIME, () -> now, this::pause);

    private void pause(long time) {
        pauses.add(time);
        now += time;
    }

    /** The loop takes so many, so long after it looked last, and looks again. */
    private int look(int datagrams, long after) throws Exception {
        return look(datagrams, 0, after);
    }

    /** And sends so many. */
    private int look(int datagrams, int sent, long after) throws Exception {
        now += after;
        for (int i = 0; i < sent; i++) {
            gathering.sent();
        }
        for (int i = 0; i < datagrams; i++) {
            gathering.taken();
        }
        return gathering.calculateStrategy(() -> ready.isEmpty() ? 0 : ready.remove(), false);
    }

    private void lookOften(int looks, int datagrams, long after) throws Exception {
        for (int i = 0; i < looks; i++) {
            assertThat(look(datagrams, after)).isEqualTo(SELECT);
        }
    }

    /** Brings the loop to let them gather; of the first look nobody knows how soon it was. */
    private void begin() throws Exception {
        lookOften(1, 0, TIME);
        lookOften(2, 2, TIME - 1);
        ready.add(7);
        assertThat(look(2, TIME - 1)).isEqualTo(7);
        assertThat(pauses).containsExactly(TIME);
        pauses.clear();
    }

    @Test
    void severalSoonAfterEachOtherGatherForAsLongAsSeveralCome() throws Exception {
        begin();
        for (int i = 0; i < 100; i++) {
            ready.add(1);
            // However long it took to take them.
            assertThat(look(2, 10 * TIME)).isEqualTo(1);
        }
        assertThat(pauses).hasSize(100).containsOnly(TIME);
    }

    @Test
    void singleOnesAreWaitedForHoweverSoonTheyCome() throws Exception {
        lookOften(100, 1, 1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void severalInLongerIntervalsAreWaitedFor() throws Exception {
        lookOften(100, 50, TIME);
        assertThat(pauses).isEmpty();
    }

    @Test
    void aLongerIntervalStartsTheCountAnew() throws Exception {
        for (int i = 0; i < 100; i++) {
            lookOften(1, 50, TIME);
            lookOften(2, 50, 1);
        }
        assertThat(pauses).isEmpty();
    }

    @Test
    void singleOnesInARowEndIt() throws Exception {
        begin();
        for (int datagrams : new int[] {1, 1, 2, 1, 1}) {
            ready.add(3);
            assertThat(look(datagrams, 1)).isEqualTo(3);
        }
        assertThat(look(1, 1)).isEqualTo(SELECT);
        assertThat(pauses).hasSize(5);
        lookOften(100, 1, 1);
        assertThat(pauses).hasSize(5);
    }

    @Test
    void aPauseInWhichNothingCameEndsIt() throws Exception {
        begin();
        assertThat(look(50, 1)).isEqualTo(SELECT);
        assertThat(pauses).hasSize(1);
        lookOften(1, 50, 1);
        assertThat(pauses).hasSize(1);
    }

    @Test
    void datagramsThatAreAnsweredAreWaitedFor() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(look(50, 49, 1)).isEqualTo(SELECT);
        }
        assertThat(pauses).isEmpty();
    }

    @Test
    void answersInARowEndIt() throws Exception {
        begin();
        for (int i = 0; i < 2; i++) {
            ready.add(3);
            assertThat(look(50, 50, 1)).isEqualTo(3);
        }
        assertThat(look(50, 50, 1)).isEqualTo(SELECT);
        assertThat(pauses).hasSize(2);
    }

    @Test
    void aFrameThatIsSentInBetweenDoesNot() throws Exception {
        begin();
        for (int i = 0; i < 100; i++) {
            ready.add(3);
            assertThat(look(5, i % 3 == 0 ? 700 : 1, 1)).isEqualTo(3);
        }
        assertThat(pauses).hasSize(100);
    }

    @Test
    void theLoopNeverPausesBeforeTasks() throws Exception {
        begin();
        gathering.taken();
        gathering.taken();
        assertThat(gathering.calculateStrategy(() -> 5, true)).isEqualTo(5);
        assertThat(gathering.calculateStrategy(() -> 0, true)).isZero();
        assertThat(pauses).isEmpty();
    }

    @Test
    void canBeOff() throws Exception {
        gathering = new Gathering(0, () -> now, this::pause);
        lookOften(100, 50, 1);
        assertThat(pauses).isEmpty();
    }
}
