package org.altocumulus.protocol.flow;

import static org.altocumulus.protocol.chunk.FragmentControl.BEGIN;
import static org.altocumulus.protocol.chunk.FragmentControl.END;
import static org.altocumulus.protocol.chunk.FragmentControl.MIDDLE;
import static org.altocumulus.protocol.chunk.FragmentControl.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delivery in order of arrival, and suspended delivery (RFC 7016 §3.6.3.3). */
class ArrivalOrderTest {
    private static final ReceiveLimits LIMITS = new ReceiveLimits(1 << 20, 1 << 20, 4096);

    private static final FragmentControl[] CONTROLS = {BEGIN, MIDDLE, MIDDLE, END};

    private final ReceiveFlow flow = new ReceiveFlow(5, new byte[0], -1, LIMITS);

    /** What the handler was told: messages, "-" for a gap, "." for the end. */
    private final List<String> told = new ArrayList<>();

    ArrivalOrderTest() {
        flow.order(ReceiveFlow.Order.ARRIVAL);
        flow.handler(new Notes());
    }

    private final class Notes implements ReceiveFlow.Handler {
        @Override
        public void onMessage(ReceiveFlow from, byte[] message) {
            told.add(new String(message, StandardCharsets.US_ASCII));
        }

        @Override
        public void onGap(ReceiveFlow from) {
            told.add("-");
        }

        @Override
        public void onComplete(ReceiveFlow from) {
            told.add(".");
        }
    }

    @Test
    void aMessageBehindAGapDoesNotWait() {
        whole(2, 0, "b");
        whole(5, 0, "e");
        assertThat(told).containsExactly("b", "e");
        assertThat(flow.deliveredFirst()).isEqualTo(5);
        whole(1, 0, "a");
        whole(2, 0, "b");
        assertThat(told).containsExactly("b", "e", "a");
        assertThat(flow.bufferedBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void fragmentsInAnyOrderMakeEachMessageOnceAndWhole(long seed) {
        List<Integer> numbers = new ArrayList<>(IntStream.rangeClosed(1, 400).boxed().toList());
        Collections.shuffle(numbers, new Random(seed));
        for (int number : numbers) {
            int message = (number - 1) / 4;
            fragment(number, 0, CONTROLS[(number - 1) % 4], message + ",");
        }
        assertThat(told).hasSize(100).doesNotHaveDuplicates();
        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 100).mapToObj(m -> (m + ",").repeat(4)).toList());
        assertThat(flow.bufferedBytes()).isZero();
    }

    @Test
    void aMessageOfManyFragmentsIsDeliveredBehindAGap() {
        int fragments = 5000;
        for (int i = fragments - 1; i >= 0; i--) {
            FragmentControl control = i == 0 ? BEGIN : i == fragments - 1 ? END : MIDDLE;
            fragment(2 + i, 0, control, "x");
        }
        assertThat(told).containsExactly("x".repeat(fragments));
        assertThat(flow.bufferedBytes()).isZero();
    }

    @Test
    void aGapIsToldWhenTheSenderGivesItUp() {
        whole(1, 0, "a");
        whole(3, 0, "c");
        assertThat(told).containsExactly("a", "c");
        whole(4, 2, "d");
        assertThat(told).containsExactly("a", "c", "-", "d");
        take(5, 4, true, false, WHOLE, "");
        assertThat(told).containsExactly("a", "c", "-", "d", "-");
    }

    @Test
    void theEndIsToldWhenNothingIsMissing() {
        take(3, 0, false, true, WHOLE, "c");
        whole(1, 0, "a");
        assertThat(told).containsExactly("c", "a");
        whole(2, 0, "b");
        assertThat(told).containsExactly("c", "a", "b", ".");
    }

    @Test
    void aSuspendedFlowHoldsEverythingUntilItGoesOn() {
        for (ReceiveFlow.Order order : ReceiveFlow.Order.values()) {
            ReceiveFlow held = new ReceiveFlow(5, new byte[0], -1, LIMITS);
            held.order(order);
            held.handler(new Notes());
            told.clear();
            held.suspend();
            accept(held, 1, 0, false, WHOLE, "a");
            accept(held, 4, 2, false, WHOLE, "d");
            accept(held, 5, 2, true, WHOLE, "e");
            accept(held, 3, 2, false, WHOLE, "c");
            assertThat(told).isEmpty();
            assertThat(held.state()).isEqualTo(ReceiveFlow.State.OPEN);
            held.resume();
            assertThat(told).containsExactlyInAnyOrder("-", "a", "c", "d", "e", ".");
            assertThat(told).containsSubsequence("a", "c", "d", "e", ".");
            assertThat(held.state()).isEqualTo(ReceiveFlow.State.COMPLETE_LINGER);
            assertThat(held.bufferedBytes()).isZero();
        }
    }

    @Test
    void aSuspendedFlowTakesNoMoreThanItMayAndIsNotRejectedForItsSender() {
        ReceiveFlow held =
                new ReceiveFlow(5, new byte[0], -1, new ReceiveLimits(8 << 10, 4 << 10, 8));
        held.handler(new Notes());
        held.suspend();
        String data = "x".repeat(100);
        for (int number = 1; number <= 1000; number++) {
            accept(held, number, 0, false, WHOLE, data);
            assertThat(held.bufferedBytes()).isLessThanOrEqualTo(2 * (8 << 10) + 128);
        }
        assertThat(held.state()).isEqualTo(ReceiveFlow.State.OPEN);
        long taken = held.cumulativeNumber();
        held.resume();
        assertThat(told).hasSize((int) taken).doesNotContain("-");
        accept(held, taken + 1, 0, false, WHOLE, data);
        assertThat(told).hasSize((int) taken + 1);
    }

    private void whole(long number, long forward, String data) {
        fragment(number, forward, WHOLE, data);
    }

    private void fragment(long number, long forward, FragmentControl control, String data) {
        take(number, forward, false, false, control, data);
    }

    private void take(
            long number,
            long forward,
            boolean abandon,
            boolean isFinal,
            FragmentControl control,
            String data) {
        byte[] bytes = data.getBytes(StandardCharsets.US_ASCII);
        flow.onFragment(number, forward, abandon, isFinal, control, bytes, 0, bytes.length);
    }

    private static void accept(
            ReceiveFlow flow,
            long number,
            long forward,
            boolean isFinal,
            FragmentControl control,
            String data) {
        byte[] bytes = data.getBytes(StandardCharsets.US_ASCII);
        flow.onFragment(number, forward, false, isFinal, control, bytes, 0, bytes.length);
    }
}
