package org.altocumulus.protocol.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.junit.jupiter.api.Test;

class FlowTableTest {
    private final FlowTable table = new FlowTable();

    private static ReceiveFlow flow(long id) {
        return new ReceiveFlow(id, new byte[0], -1, new ReceiveLimits(1024, 1000, 8));
    }

    private List<ReceiveFlow> all() {
        List<ReceiveFlow> all = new ArrayList<>();
        table.forEach(all::add);
        return all;
    }

    @Test
    void holdsWhatASortedMapWouldHold() {
        Random random = new Random(7);
        TreeMap<Long, ReceiveFlow> expected = new TreeMap<>();
        for (int i = 0; i < 5_000; i++) {
            long id = random.nextInt(40) == 0 ? Long.MAX_VALUE : random.nextInt(60);
            if (random.nextBoolean()) {
                table.remove(id);
                expected.remove(id);
            } else if (table.get(id) == null) {
                ReceiveFlow flow = flow(id);
                table.add(flow);
                expected.put(id, flow);
            }
            assertThat(table.get(id)).isSameAs(expected.get(id));
            assertThat(table.size()).isEqualTo(expected.size());
            assertThat(all()).containsExactlyElementsOf(expected.values());
        }
        table.clear();
        assertThat(table.size()).isZero();
        assertThat(all()).isEmpty();
        assertThat(table.get(1)).isNull();
    }

    @Test
    void flowsMayComeAndGoWhileItIsGoneThrough() {
        for (long id = 1; id <= 3; id++) {
            table.add(flow(id));
        }
        List<Long> seen = new ArrayList<>();
        for (ReceiveFlow flow : table) {
            seen.add(flow.id());
            table.remove(flow.id());
            table.add(flow(flow.id() + 10));
        }
        assertThat(seen).containsExactly(1L, 2L, 3L);
        assertThat(all()).extracting(ReceiveFlow::id).containsExactly(11L, 12L, 13L);
    }
}
