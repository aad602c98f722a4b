package org.altocumulus.protocol.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.vectors.Mutations;
import org.junit.jupiter.api.Test;

class SendQueueTest {
    private final SendQueue queue = new SendQueue();

    @Test
    void anEmptyQueueHasNothing() {
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.nextSequenceNumber()).isEqualTo(1);
        assertThat(queue.first()).isNull();
        assertThat(queue.last()).isNull();
        assertThat(queue.get(0)).isNull();
        assertThat(queue.get(1)).isNull();
        assertThat(queue.after(-1)).isNull();
    }

    @Test
    void holesArePassedOver() {
        List<OutFragment> fragments = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            fragments.add(append());
        }
        queue.remove(fragments.get(1));
        queue.remove(fragments.get(2));
        assertThat(queue.after(1)).isSameAs(fragments.get(3));
        assertThat(queue.get(2)).isNull();
        queue.remove(fragments.get(0));
        assertThat(queue.first()).isSameAs(fragments.get(3));
        queue.remove(fragments.get(5));
        assertThat(queue.last()).isNull();
        assertThat(queue.nextSequenceNumber()).isEqualTo(7);
    }

    @Test
    void numbersGoOnAfterTheQueueWasEmpty() {
        for (int i = 0; i < 1000; i++) {
            append();
        }
        while (!queue.isEmpty()) {
            queue.remove(queue.first());
        }
        assertThat(append().sequenceNumber).isEqualTo(1001);
        assertThat(queue.first()).isSameAs(queue.last()).isSameAs(queue.get(1001));
    }

    @Test
    void behavesLikeASortedMap() {
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
        SendQueue queue = new SendQueue();
        TreeMap<Long, OutFragment> model = new TreeMap<>();
        int bias = random.nextInt(1, 5);
        for (int i = 0; i < 100; i++) {
            if (model.isEmpty() || random.nextInt(5) < bias) {
                OutFragment fragment = fragment(queue.nextSequenceNumber());
                queue.append(fragment);
                model.put(fragment.sequenceNumber, fragment);
            } else {
                List<OutFragment> all = List.copyOf(model.values());
                OutFragment gone = all.get(random.nextInt(all.size()));
                queue.remove(gone);
                model.remove(gone.sequenceNumber);
            }
            long number = random.nextLong(-1, queue.nextSequenceNumber() + 2);
            assertThat(queue.get(number)).isSameAs(model.get(number));
            var above = model.higherEntry(number);
            assertThat(queue.after(number)).isSameAs(above == null ? null : above.getValue());
            assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
            assertThat(queue.first())
                    .isSameAs(model.isEmpty() ? null : model.firstEntry().getValue());
            assertThat(queue.last()).isSameAs(model.get(queue.nextSequenceNumber() - 1));
        }
    }

    private OutFragment append() {
        OutFragment fragment = fragment(queue.nextSequenceNumber());
        queue.append(fragment);
        return fragment;
    }

    private static OutFragment fragment(long number) {
        return new OutFragment(null, null, number, FragmentControl.WHOLE, 0, 0);
    }
}
