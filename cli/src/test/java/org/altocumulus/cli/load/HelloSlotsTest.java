package org.altocumulus.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HelloSlotsTest {
    private final HelloSlots slots = new HelloSlots(3);

    @Test
    void eachHelloHasASlotUntilItsAnswerAndACountThatNoOtherHas() {
        Set<Long> counts = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            int slot = slots.take(100 + i, 200 + i);
            long count = slots.count(slot);
            assertThat(counts.add(count)).isTrue();
            assertThat(slots.isBusy(slot, count)).isTrue();
            assertThat(slots.isBusy(slot, count + 1)).isFalse();
            assertThat(slots.intended(slot)).isEqualTo(100 + i);
            slots.release(slot);
            assertThat(slots.isBusy(slot, count)).isFalse();
        }
        assertThat(slots.anyBusy()).isFalse();
    }

    @Test
    void thereAreNoMoreThanSoMany() {
        for (int i = 0; i < 3; i++) {
            assertThat(slots.hasFree()).isTrue();
            slots.take(i, i);
        }
        assertThat(slots.hasFree()).isFalse();
    }

    @Test
    void whatIsNotAnsweredInTimeIsLostAndItsSlotFree() {
        int early = slots.take(1, 10);
        slots.take(2, 20);
        long count = slots.count(early);
        List<Long> lost = new ArrayList<>();
        slots.expire(20, lost::add);
        assertThat(lost).containsExactly(1L);
        assertThat(slots.isBusy(early, count)).isFalse();
        assertThat(slots.anyBusy()).isTrue();
        slots.expire(21, lost::add);
        assertThat(lost).containsExactly(1L, 2L);
        assertThat(slots.anyBusy()).isFalse();
    }

    @Test
    void slotsThatNobodyHasAreNotBusy() {
        assertThat(slots.isBusy(-1, 0)).isFalse();
        assertThat(slots.isBusy(3, 0)).isFalse();
        assertThat(slots.isBusy(0, -1)).isFalse();
        assertThat(slots.isBusy(0, 0)).isFalse();
    }
}
