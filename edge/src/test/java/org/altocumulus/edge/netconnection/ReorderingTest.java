package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.junit.jupiter.api.Test;

class ReorderingTest {
    private final ReceiveFlow flow = arrivalFlow();
    private final List<String> told = new ArrayList<>();
    private long now = MILLISECONDS.toNanos(77);
    private final Reordering.Held held = new Reordering.Held();
    private int late;

    ReorderingTest() {
        flow.handler(
                new Reordering(
                        new ReceiveFlow.Handler() {
                            @Override
                            public void onMessage(ReceiveFlow from, byte[] message) {
                                String text = new String(message, StandardCharsets.US_ASCII);
                                told.add(text.substring(0, 1));
                            }

                            @Override
                            public void onGap(ReceiveFlow from) {
                                told.add("-");
                            }

                            @Override
                            public void onComplete(ReceiveFlow from) {
                                told.add(".");
                            }

                            @Override
                            public void onRejected(ReceiveFlow from) {
                                told.add("!");
                            }
                        },
                        () -> now,
                        held,
                        () -> late++));
    }

    @Test
    void aMissingMessageIsWaitedForLessThanASecond() {
        message(1, 0, "a");
        message(3, 0, "c");
        pass(900);
        message(4, 0, "d");
        assertThat(told).containsExactly("a");
        message(2, 0, "b");
        assertThat(told).containsExactly("a", "b", "c", "d");
    }

    @Test
    void afterThatItIsPassedOverAndDroppedWhenItComes() {
        message(1, 0, "a");
        message(3, 0, "c");
        pass(600);
        message(5, 0, "e");
        pass(400);
        message(6, 0, "f");
        assertThat(told).containsExactly("a", "-", "c");
        message(2, 0, "b");
        assertThat(late).isEqualTo(1);
        message(4, 0, "d");
        assertThat(told).containsExactly("a", "-", "c", "d", "e", "f");
    }

    @Test
    void whatTheSenderGaveUpIsNotWaitedFor() {
        message(1, 0, "a");
        message(3, 0, "c");
        message(4, 2, "d");
        assertThat(told).containsExactly("a", "-", "c", "d");
    }

    @Test
    void tooMuchDoesNotWait() {
        for (int number = 2; number < 20; number++) {
            message(number, 0, "x".repeat(100_000));
        }
        assertThat(told).hasSizeBetween(10, 19).startsWith("-");
    }

    @Test
    void theEndComesBehindWhatWaits() {
        message(1, 0, "a");
        message(3, 0, "c");
        flow.onFragment(4, 2, false, true, FragmentControl.WHOLE, new byte[] {'d'}, 0, 1);
        assertThat(told).containsExactly("a", "-", "c", "d", ".");
    }

    @Test
    void whatWaitsIsCountedUntilItIsPassedOnOrTheFlowEnds() {
        message(2, 0, "b");
        assertThat(held.bytes()).isPositive();
        message(1, 0, "a");
        assertThat(held.bytes()).isZero();
        message(4, 0, "d");
        flow.reject(0);
        assertThat(held.bytes()).isZero();
        message(5, 4, "e");
        assertThat(told).containsExactly("a", "b", "!");
    }

    @Test
    void manyFlowsTogetherHoldNoMoreThanAFewFullOnes() {
        List<ReceiveFlow> flows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ReceiveFlow one = arrivalFlow();
            one.handler(new Reordering((from, message) -> {}, () -> now, held, () -> {}));
            flows.add(one);
        }
        byte[] bytes = new byte[1000];
        long most = 0;
        for (int number = 2; number < 900; number++) {
            for (ReceiveFlow one : flows) {
                one.onFragment(number, 0, false, false, FragmentControl.WHOLE, bytes, 0, 1000);
                most = Math.max(most, held.bytes());
            }
        }
        assertThat(most).isBetween(3L << 20, 4L << 20);
    }

    @Test
    void manySmallMessagesBehindGapsAreAllPassedOnInTheEnd() {
        for (int round = 0; round < 20; round++) {
            long first = 10_000L * round + 2;
            for (int i = 0; i < 5000; i++) {
                message(first + i, 0, "x");
            }
            pass(1000);
        }
        message(1_000_000, 0, "y");
        assertThat(told.stream().filter("x"::equals)).hasSize(100_000);
    }

    private static ReceiveFlow arrivalFlow() {
        ReceiveFlow one =
                new ReceiveFlow(1, new byte[0], -1, new ReceiveLimits(4 << 20, 2 << 20, 1024));
        one.order(ReceiveFlow.Order.ARRIVAL);
        return one;
    }

    private void pass(long millis) {
        now += MILLISECONDS.toNanos(millis);
    }

    private void message(long number, long forward, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        flow.onFragment(
                number, forward, false, false, FragmentControl.WHOLE, bytes, 0, bytes.length);
    }
}
