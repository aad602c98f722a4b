package org.altocumulus.protocol.flow;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.junit.jupiter.api.Test;

/** What counts as a negative acknowledgement on paths that keep the order, and on others. */
class ReorderingWindowTest {
    private static final long PATIENCE = MILLISECONDS.toNanos(100);

    private final ReorderingWindow window = new ReorderingWindow();
    private final SendFlow flow =
            new SendFlow(2, FlowOptions.NONE, Priority.BULK, new Outstanding(), () -> 100);
    private long sent;

    @Test
    void atFirstWhateverWasSentBeforeAnAcknowledgedFragmentIsOverdue() {
        OutFragment first = send(0);
        OutFragment second = send(0);
        OutFragment third = send(1);
        acknowledge(50, second);
        assertThat(isOverdue(first)).isTrue();
        assertThat(isOverdue(third)).isFalse();
    }

    @Test
    void aFragmentThatCameLateMakesThoseAfterItWaitForAsLong() {
        OutFragment late = send(0);
        acknowledge(50, send(0));
        acknowledge(58, late);
        OutFragment next = send(100);
        acknowledge(150, send(100));
        assertThat(isOverdue(next)).isFalse();
        window.beginPacket(MILLISECONDS.toNanos(159));
        assertThat(isOverdue(next)).isFalse();
        window.beginPacket(MILLISECONDS.toNanos(160));
        assertThat(isOverdue(next)).as("a quarter more than the latest one").isTrue();
    }

    @Test
    void patienceHasALimit() {
        OutFragment late = send(0);
        acknowledge(50, send(0));
        acknowledge(900, late);
        OutFragment next = send(1000);
        acknowledge(1050, send(1000));
        window.beginPacket(MILLISECONDS.toNanos(1149));
        assertThat(isOverdue(next)).isFalse();
        window.beginPacket(MILLISECONDS.toNanos(1150));
        assertThat(isOverdue(next)).isTrue();
    }

    @Test
    void theOrderWithinAPacketSaysNothing() {
        OutFragment first = send(0);
        OutFragment second = send(10);
        acknowledge(60, second, first);
        OutFragment next = send(100);
        acknowledge(150, send(100));
        assertThat(isOverdue(next)).isTrue();
    }

    @Test
    void aPathThatKeepsTheOrderForAWhileIsTrustedAgain() {
        OutFragment late = send(0);
        acknowledge(50, send(0));
        acknowledge(58, late);
        long later = SECONDS.toMillis(11);
        OutFragment next = send(later);
        acknowledge(later + 50, send(later));
        assertThat(isOverdue(next)).isTrue();
    }

    private boolean isOverdue(OutFragment fragment) {
        return window.isOverdue(fragment, PATIENCE);
    }

    private OutFragment send(long millis) {
        OutFragment fragment = new OutFragment(flow, null, ++sent, FragmentControl.WHOLE, 0, 0);
        fragment.transmissionNumber = sent;
        fragment.sentAt = MILLISECONDS.toNanos(millis);
        return fragment;
    }

    private void acknowledge(long millis, OutFragment... fragments) {
        window.beginPacket(MILLISECONDS.toNanos(millis));
        for (OutFragment fragment : fragments) {
            window.onAcknowledged(fragment);
        }
    }
}
