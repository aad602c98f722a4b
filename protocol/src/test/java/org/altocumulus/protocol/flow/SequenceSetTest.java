package org.altocumulus.protocol.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.vectors.Mutations;
import org.junit.jupiter.api.Test;

class SequenceSetTest {
    private static final long MAX = Long.MAX_VALUE;
    private static final int SPACE = 60;

    @Test
    void numbersInOrderLeaveNoRanges() {
        SequenceSet set = new SequenceSet(4);
        assertThat(set.contains(0)).isTrue();
        assertThat(set.contains(1)).isFalse();
        set.add(1);
        set.add(2);
        assertThat(set.cumulative()).isEqualTo(2);
        assertThat(set.hasGaps()).isFalse();
    }

    @Test
    void aFilledGapJoinsItsNeighbours() {
        SequenceSet set = of(2, 4, 3);
        assertRanges(set, 0, 2, 4);
        set.add(1);
        assertRanges(set, 4);
    }

    @Test
    void ranksOfRangesAreKeptInOrder() {
        assertRanges(of(10, 4, 7, 5, 9), 0, 4, 5, 7, 7, 9, 10);
    }

    @Test
    void aSetThatIsFullTakesOnlyWhatMakesNoNewRange() {
        SequenceSet set = of(3, 6, 9, 12);
        assertThat(set.hasRoomFor(1)).isTrue();
        assertThat(set.hasRoomFor(4)).isTrue();
        assertThat(set.hasRoomFor(11)).isTrue();
        assertThat(set.hasRoomFor(12)).isTrue();
        assertThat(set.hasRoomFor(14)).isFalse();
        assertThat(set.hasRoomFor(MAX)).isFalse();
        assertThat(new SequenceSet(1).hasRoomFor(MAX)).isTrue();
    }

    @Test
    void theLargestNumberIsNoSpecialCase() {
        SequenceSet set = of(MAX, MAX, MAX - 1, MAX - 1, MAX);
        assertRanges(set, 0, MAX - 1, MAX);
        assertThat(set.contains(MAX)).isTrue();
        assertThat(set.hasRoomFor(MAX)).isTrue();
        set.addThrough(MAX - 3);
        assertRanges(set, MAX - 3, MAX - 1, MAX);
        set.addThrough(MAX);
        assertRanges(set, MAX);
        set.add(MAX);
        set.add(5);
        assertRanges(set, MAX);
        assertThat(set.hasRoomFor(MAX)).isTrue();
    }

    @Test
    void anythingThroughTheLargestNumberAbsorbsAllRanges() {
        SequenceSet set = of(3, 6, MAX);
        set.addThrough(MAX);
        assertRanges(set, MAX);
    }

    @Test
    void behavesLikeASetOfAllItsNumbers() {
        Mutations.seeds()
                .forEach(
                        seed -> {
                            try {
                                compareWithModel(Mutations.random(seed));
                            } catch (RuntimeException | Error e) {
                                throw new AssertionError("seed " + seed, e);
                            }
                        });
    }

    private static void compareWithModel(RandomGenerator random) {
        SequenceSet set = new SequenceSet(SPACE);
        TreeSet<Long> model = new TreeSet<>();
        model.add(0L);
        for (int i = 0; i < SPACE; i++) {
            long number = random.nextLong(SPACE);
            assertThat(set.contains(number)).isEqualTo(model.contains(number));
            if (random.nextInt(10) == 0) {
                long through = number / 2;
                set.addThrough(through);
                for (long n = 0; n <= through; n++) {
                    model.add(n);
                }
            } else {
                set.add(number);
                model.add(number);
            }
            assertThat(numbers(set)).isEqualTo(model);
            assertThat(set.hasGaps()).isEqualTo(model.last() >= model.size());
        }
    }

    private static Set<Long> numbers(SequenceSet set) {
        Set<Long> numbers = new TreeSet<>();
        for (long n = 0; n <= set.cumulative(); n++) {
            numbers.add(n);
        }
        long before = set.cumulative();
        for (int i = 0; i < set.rangeValues(); i += 2) {
            assertThat(set.ranges()[i]).isGreaterThan(before + 1);
            before = set.ranges()[i + 1];
            for (long n = set.ranges()[i]; n <= before; n++) {
                numbers.add(n);
            }
        }
        return numbers;
    }

    private static SequenceSet of(long... numbers) {
        SequenceSet set = new SequenceSet(4);
        for (long number : numbers) {
            set.add(number);
        }
        return set;
    }

    private static void assertRanges(SequenceSet set, long cumulative, long... ranges) {
        assertThat(set.cumulative()).isEqualTo(cumulative);
        assertThat(set.rangeValues()).isEqualTo(ranges.length);
        assertThat(Arrays.copyOf(set.ranges(), ranges.length)).isEqualTo(ranges);
    }
}
