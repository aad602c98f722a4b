package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceWindowTest {
    private final SequenceWindow window = new SequenceWindow();

    @Test
    void everyNumberIsTakenOnce() {
        for (long number = 0; number < 100; number++) {
            assertThat(window.accept(number)).isTrue();
            assertThat(window.accept(number)).isFalse();
        }
    }

    @Test
    void aNumber32BelowTheHighestIsTooOldEvenIfNew() {
        assertThat(window.accept(100)).isTrue();
        assertThat(window.accept(68)).isFalse();
        assertThat(window.accept(69)).isTrue();
        assertThat(window.accept(69)).isFalse();
    }

    @Test
    void zeroMayComeAfterOthers() {
        assertThat(window.accept(5)).isTrue();
        assertThat(window.accept(0)).isTrue();
        assertThat(window.accept(0)).isFalse();
    }

    @Test
    void theLargestNumbersAreTaken() {
        assertThat(window.accept(Long.MAX_VALUE)).isTrue();
        assertThat(window.accept(Long.MAX_VALUE)).isFalse();
        assertThat(window.accept(0)).isFalse();
        assertThat(window.accept(Long.MAX_VALUE - 31)).isTrue();
        assertThat(window.accept(Long.MAX_VALUE - 32)).isFalse();
    }

    @Test
    void itAgreesWithASetOfAllThatCame() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            SequenceWindow tested = new SequenceWindow();
            Set<Long> seen = new HashSet<>();
            long highest = 0;
            for (int i = 0; i < 500; i++) {
                long number = Math.max(0, highest + random.nextInt(80) - 45);
                boolean isNew = number > highest - 32 && seen.add(number);
                highest = Math.max(highest, number);
                assertThat(tested.accept(number))
                        .as("seed %d, step %d, number %d", seed, i, number)
                        .isEqualTo(isNew);
            }
        }
    }
}
