package org.altocumulus.protocol.flow;

import static org.altocumulus.protocol.chunk.FragmentControl.BEGIN;
import static org.altocumulus.protocol.chunk.FragmentControl.END;
import static org.altocumulus.protocol.chunk.FragmentControl.MIDDLE;
import static org.altocumulus.protocol.chunk.FragmentControl.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.Chunks;
import org.altocumulus.protocol.chunk.FlowExceptionReport;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.flow.ReceiveFlow.Outcome;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReceiveFlowTest {
    private static final int WINDOW = 8 * 1024;
    private static final int LONGEST = 4 * 1024;
    private static final long MAX = Long.MAX_VALUE;

    private final ReceiveFlow flow =
            new ReceiveFlow(5, new byte[0], -1, new ReceiveLimits(WINDOW, LONGEST, 8));

    /** What the handler was told: messages, "-" for a gap, "." for the end. */
    private final List<String> told = new ArrayList<>();

    private Runnable reaction = () -> {};

    ReceiveFlowTest() {
        flow.handler(
                new ReceiveFlow.Handler() {
                    @Override
                    public void onMessage(ReceiveFlow from, byte[] message) {
                        told.add(new String(message, StandardCharsets.US_ASCII));
                        reaction.run();
                    }

                    @Override
                    public void onGap(ReceiveFlow from) {
                        told.add("-");
                    }

                    @Override
                    public void onComplete(ReceiveFlow from) {
                        told.add(".");
                    }
                });
    }

    @Test
    void messagesInOrderAreDeliveredAtOnce() {
        whole(1, 0, "a");
        whole(2, 0, "b");
        assertThat(told).containsExactly("a", "b");
        assertThat(flow.bufferedBytes()).isZero();
    }

    @Test
    void messagesAfterAGapWaitAndDuplicatesAreDropped() {
        whole(2, 0, "b");
        whole(2, 0, "b");
        assertThat(told).isEmpty();
        whole(1, 0, "a");
        whole(1, 0, "a");
        whole(2, 0, "b");
        assertThat(told).containsExactly("a", "b");
    }

    @Test
    void aGapIsToldBeforeWhatFollowsIt() {
        whole(1, 0, "a");
        whole(3, 0, "c");
        whole(6, 0, "f");
        assertThat(told).containsExactly("a");
        whole(8, 5, "h");
        assertThat(told).containsExactly("a", "-", "c", "-", "f");
        abandon(7, 7);
        assertThat(told).containsExactly("a", "-", "c", "-", "f", "-", "h");
    }

    @Test
    void anAbandonedFragmentMakesAGapEvenIfItsNumberIsNext() {
        whole(1, 0, "a");
        abandon(2, 1);
        whole(3, 1, "c");
        assertThat(told).containsExactly("a", "-", "c");
    }

    @Test
    void aMessageCutShortMakesAGap() {
        fragment(1, 0, BEGIN, "a");
        fragment(2, 0, MIDDLE, "b");
        whole(4, 3, "d");
        assertThat(told).containsExactly("-", "d");
        assertThat(flow.bufferedBytes()).isZero();
    }

    @Test
    void dataInAnAbandonedChunkIsIgnored() {
        assertThat(take(1, 0, true, false, WHOLE, "junk")).isEqualTo(Outcome.ACCEPTED);
        whole(2, 1, "b");
        assertThat(told).containsExactly("-", "b");
    }

    @Test
    void theEndIsToldOnceAllIsDelivered() {
        take(3, 0, false, true, WHOLE, "c");
        whole(2, 0, "b");
        assertThat(flow.state()).isEqualTo(ReceiveFlow.State.OPEN);
        whole(1, 0, "a");
        assertThat(told).containsExactly("a", "b", "c", ".");
        assertThat(flow.state()).isEqualTo(ReceiveFlow.State.COMPLETE_LINGER);
        whole(1, 0, "a");
        whole(9, 0, "late");
        assertThat(told).hasSize(4);
    }

    @Test
    void aFinalMarkerIsNoGapButWhatIsMissingBeforeItIs() {
        whole(1, 0, "a");
        take(2, 2, true, true, WHOLE, "");
        assertThat(told).containsExactly("a", ".");
    }

    @Test
    void whatIsMissingBeforeTheEndIsAGap() {
        whole(1, 0, "a");
        take(4, 4, true, true, WHOLE, "");
        assertThat(told).containsExactly("a", "-", ".");
    }

    @Test
    void rejectingInTheMiddleOfADeliveryEndsIt() {
        whole(2, 0, "b");
        whole(3, 0, "c");
        reaction = () -> flow.reject(7);
        whole(1, 0, "a");
        assertThat(told).containsExactly("a");
        assertThat(flow.bufferedBytes()).isZero();
        whole(4, 0, "d");
        assertThat(told).containsExactly("a");
        List<Chunk> chunks = acknowledge();
        assertThat(chunks.get(0)).isEqualTo(new FlowExceptionReport(5, 7));
        assertThat(((RangeAck) chunks.get(1)).cumulativeAck()).isEqualTo(4);
    }

    @Test
    void aRejectedFlowStillEnds() {
        flow.reject(3);
        take(1, 0, false, true, WHOLE, "a");
        assertThat(flow.state()).isEqualTo(ReceiveFlow.State.COMPLETE_LINGER);
        assertThat(acknowledge()).hasSize(1);
        assertThat(told).isEmpty();
    }

    @Test
    void whatIsBeyondTwiceTheWindowIsNotTakenUnlessItClosesTheGap() {
        Outcome outcome = Outcome.ACCEPTED;
        long number = 2;
        while (outcome == Outcome.ACCEPTED && number < 100) {
            outcome = whole(number++, 0, "x".repeat(1000));
        }
        assertThat(outcome).isEqualTo(Outcome.NO_ROOM);
        assertThat(flow.bufferedBytes()).isBetween(2 * WINDOW - 2000, 2 * WINDOW + 2000);
        assertThat(acknowledge().get(0)).isInstanceOf(RangeAck.class);
        assertThat(whole(number, 0, "x".repeat(1000))).isEqualTo(Outcome.NO_ROOM);
        assertThat(flow.shouldAcknowledge()).isFalse();
        assertThat(whole(1, 0, "x".repeat(1000))).isEqualTo(Outcome.ACCEPTED);
        assertThat(flow.bufferedBytes()).isZero();
    }

    @Test
    void aChunkThatAbandonsTheGapIsTakenHoweverFullTheBufferIs() {
        for (int number = 3; number < 100; number++) {
            whole(number, 0, "x".repeat(1000));
        }
        acknowledge();
        assertThat(abandon(2, 2)).isEqualTo(Outcome.ACCEPTED);
        assertThat(told.get(0)).isEqualTo("-");
        assertThat(told.size()).isGreaterThan(10);
        assertThat(flow.bufferedBytes()).isZero();
    }

    @Test
    void theForwardNumberOfAFragmentThatHasNoRoomCountsAllTheSame() {
        for (int number = 2; number < 100; number++) {
            whole(number, 0, "x".repeat(1000));
        }
        acknowledge();
        assertThat(whole(200, 1, "x".repeat(1000))).isEqualTo(Outcome.NO_ROOM);
        assertThat(flow.bufferedBytes()).isZero();
        assertThat(flow.shouldAcknowledge()).isTrue();
        assertThat(whole(200, 199, "y")).isEqualTo(Outcome.ACCEPTED);
    }

    @Test
    void noMoreRangesAreKeptThanTheLimit() {
        for (int i = 0; i < 20; i++) {
            assertThat(whole(3 + 2 * i, 0, "x"))
                    .isEqualTo(i < 8 ? Outcome.ACCEPTED : Outcome.NO_ROOM);
        }
        assertThat(((RangeAck) acknowledge().get(0)).ranges()).hasSize(16);
    }

    @Test
    void aMessageThatIsTooLongEndsTheFlow() {
        fragment(1, 0, BEGIN, "x".repeat(1000));
        long number = 2;
        Outcome outcome = Outcome.ACCEPTED;
        while (outcome == Outcome.ACCEPTED && number < 100) {
            outcome = fragment(number++, 0, MIDDLE, "x".repeat(1000));
        }
        assertThat(outcome).isEqualTo(Outcome.MESSAGE_TOO_LONG);
        assertThat(number).isEqualTo(6);
        assertThat(flow.state()).isEqualTo(ReceiveFlow.State.REJECTED);
        assertThat(flow.bufferedBytes()).isZero();
        assertThat(acknowledge().get(0)).isEqualTo(new FlowExceptionReport(5, 0));
        assertThat(told).isEmpty();
    }

    @Test
    void aMessageOfTheGreatestLengthIsDelivered() {
        fragment(1, 0, BEGIN, "x".repeat(LONGEST - 1));
        fragment(2, 0, END, "x");
        assertThat(told.get(0)).hasSize(LONGEST);
    }

    @Test
    void endlessTinyFragmentsEndTheFlow() {
        Outcome outcome = fragment(1, 0, BEGIN, "");
        int number = 2;
        while (outcome == Outcome.ACCEPTED && number < 10_000) {
            outcome = fragment(number++, 0, MIDDLE, "");
        }
        assertThat(outcome).isEqualTo(Outcome.MESSAGE_TOO_LONG);
        assertThat(number).isLessThan(200);
        assertThat(flow.bufferedBytes()).isZero();
    }

    @Test
    void theWindowShrinksWithWhatIsBufferedAndNeverCloses() {
        whole(1, 0, "a");
        assertThat(((RangeAck) acknowledge().get(0)).bufferBlocks()).isEqualTo(8);
        whole(3, 0, "x".repeat(1000));
        assertThat(((RangeAck) acknowledge().get(0)).bufferBlocks()).isEqualTo(7);
        for (int number = 4; number < 100; number++) {
            whole(number, 0, "x".repeat(1000));
        }
        assertThat(((RangeAck) acknowledge().get(0)).bufferBlocks()).isEqualTo(1);
    }

    @Test
    void orderlyDataIsAcknowledgedLaterAndAnythingElseAtOnce() {
        whole(1, 0, "a");
        acknowledge();
        whole(2, 0, "b");
        assertThat(flow.shouldAcknowledge()).isTrue();
        assertThat(flow.wantsAcknowledgementNow()).isFalse();
        whole(2, 0, "b");
        assertThat(flow.wantsAcknowledgementNow()).as("duplicate").isTrue();
        acknowledge();
        whole(4, 0, "d");
        assertThat(flow.wantsAcknowledgementNow()).as("gap").isTrue();
        acknowledge();
        whole(3, 0, "c");
        assertThat(flow.wantsAcknowledgementNow()).as("gap closed").isTrue();
        acknowledge();
        abandon(5, 4);
        assertThat(flow.wantsAcknowledgementNow()).as("abandoned").isTrue();
        acknowledge();
        take(6, 4, false, true, WHOLE, "f");
        assertThat(flow.wantsAcknowledgementNow()).as("final").isTrue();
    }

    @ParameterizedTest
    @EnumSource(ReceiveFlow.Order.class)
    void aMessageThatIsTooLongIsNotDeliveredInWhateverOrderItCame(ReceiveFlow.Order order) {
        flow.order(order);
        int fragments = LONGEST / 100 + 1;
        Outcome last = Outcome.ACCEPTED;
        for (int i = fragments - 1; i >= 0; i--) {
            FragmentControl control = i == 0 ? BEGIN : i == fragments - 1 ? END : MIDDLE;
            assertThat(last).isEqualTo(Outcome.ACCEPTED);
            last = fragment(1 + i, 0, control, "x".repeat(100));
        }
        assertThat(last).isEqualTo(Outcome.MESSAGE_TOO_LONG);
        assertThat(told).isEmpty();
        assertThat(flow.state()).isEqualTo(ReceiveFlow.State.REJECTED);
        assertThat(flow.bufferedBytes()).isZero();
        assertThat(whole(fragments + 1, 0, "x")).isEqualTo(Outcome.ACCEPTED);
    }

    @Test
    void theLargestNumbersAreHarmless() {
        whole(MAX, 0, "x");
        whole(MAX, 0, "x");
        whole(MAX - 1, MAX - 2, "y");
        assertThat(told).containsExactly("-", "y", "x");
        take(MAX, MAX, true, true, WHOLE, "");
        whole(5, 0, "z");
        assertThat(((RangeAck) acknowledge().get(0)).cumulativeAck()).isEqualTo(MAX);
    }

    private Outcome whole(long number, long forward, String text) {
        return fragment(number, forward, WHOLE, text);
    }

    private Outcome abandon(long number, long forward) {
        return take(number, forward, true, false, WHOLE, "");
    }

    private Outcome fragment(long number, long forward, FragmentControl control, String text) {
        return take(number, forward, false, false, control, text);
    }

    private Outcome take(
            long number,
            long forward,
            boolean abandon,
            boolean isFinal,
            FragmentControl control,
            String text) {
        byte[] array = ("##" + text + "#").getBytes(StandardCharsets.US_ASCII);
        return flow.onFragment(number, forward, abandon, isFinal, control, array, 2, text.length());
    }

    private List<Chunk> acknowledge() {
        WireWriter packet = new WireWriter(200);
        assertThat(flow.writeAcknowledgement(packet, true)).isTrue();
        assertThat(flow.shouldAcknowledge()).isFalse();
        ChunkCursor cursor =
                new ChunkCursor().wrap(new WireReader(packet.array(), 0, packet.written()));
        List<Chunk> chunks = new ArrayList<>();
        try {
            while (cursor.next()) {
                chunks.add(Chunks.read(cursor.type(), cursor.payload()));
            }
        } catch (WireException e) {
            throw new AssertionError(e);
        }
        return chunks;
    }
}
