package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotTableTest {
    /** The counter wraps around on the way, and passes the id that is for hellos. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, -5", "3, -5", "255, 2147483640", "7, 16777210", "0, 16777210"})
    void idsNameTheirLoopAndAreNeitherZeroNorRepeated(int loop, int first) {
        SlotTable table = new SlotTable(loop, first);
        Set<Integer> ids = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            int id = table.newId();
            assertThat(id).isNotZero();
            assertThat(SlotTable.loopOf(id)).isEqualTo(loop);
            assertThat(ids.add(id)).isTrue();
        }
    }
}
