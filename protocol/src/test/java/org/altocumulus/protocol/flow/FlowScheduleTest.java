package org.altocumulus.protocol.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;

class FlowScheduleTest {
    private static final int MAX_CHUNK = 1000;

    private final Outstanding outstanding = new Outstanding();
    private final FlowSchedule schedule = new FlowSchedule(MAX_CHUNK);
    private long ids = 2;

    @Test
    void theMoreUrgentOfAFewMessagesGoFirst() {
        SendFlow bulk = flow(Priority.BULK, 3);
        SendFlow video = flow(Priority.VIDEO, 3);
        SendFlow audio = flow(Priority.AUDIO, 3);
        SendFlow control = flow(Priority.CONTROL, 3);
        assertThat(send(12))
                .containsExactly(
                        control, control, control, audio, audio, audio, video, video, video, bulk,
                        bulk, bulk);
    }

    @Test
    void noneIsStarvedByMoreUrgentOnesWithoutEnd() {
        SendFlow bulk = flow(Priority.BULK, 3000);
        SendFlow video = flow(Priority.VIDEO, 3000);
        SendFlow audio = flow(Priority.AUDIO, 3000);
        Map<SendFlow, Integer> sent = count(send(2000));
        assertThat(sent.get(audio)).isGreaterThan(1700);
        assertThat(sent.get(video)).isBetween(90, 200);
        assertThat(sent.get(bulk)).isBetween(90, 200);
    }

    @Test
    void waitingInVainGivesNoCreditForLater() {
        SendFlow video = flow(Priority.VIDEO, 1000);
        send(900);
        SendFlow bulk = flow(Priority.BULK, 100);
        assertThat(count(send(16))).doesNotContainKey(bulk);
        assertThat(count(send(16))).containsEntry(bulk, 1).containsEntry(video, 15);
    }

    @Test
    void flowsOfOnePriorityShareByWeight() {
        SendFlow one = flow(Priority.VIDEO, 1000);
        SendFlow two = flow(Priority.VIDEO, 1000);
        SendFlow three = flow(Priority.VIDEO, 1000);
        two.weight(2);
        three.weight(3);
        Map<SendFlow, Integer> sent = count(send(600));
        assertThat(sent.get(one)).isCloseTo(100, within(2));
        assertThat(sent.get(two)).isCloseTo(200, within(2));
        assertThat(sent.get(three)).isCloseTo(300, within(2));
    }

    @Test
    void aFlowThatWasSilentGainsNothingByThat() {
        SendFlow one = flow(Priority.VIDEO, 2000);
        SendFlow two = flow(Priority.VIDEO, 0);
        send(500);
        queue(two, 1000);
        Map<SendFlow, Integer> sent = count(send(200));
        assertThat(sent.get(one)).isCloseTo(100, within(1));
    }

    @Test
    void aFlowTakesPartAgainWhenSomethingIsQueuedAfterAllWasAcknowledged() {
        SendFlow one = flow(Priority.VIDEO, 2);
        SendFlow two = flow(Priority.AUDIO, 1);
        send(3);
        one.onAcknowledgement(1 << 30, 2, new long[0]);
        two.onAcknowledgement(1 << 30, 1, new long[0]);
        assertThat(schedule.isReady(0)).isFalse();
        queue(one, 1);
        queue(two, 1);
        assertThat(send(2)).containsExactly(two, one);
    }

    @Test
    void aFlowThatWasRemovedOrClearedSendsNoMore() {
        SendFlow removed = flow(Priority.VIDEO, 1);
        schedule.remove(removed);
        queue(removed, 1);
        assertThat(schedule.isReady(0)).isFalse();
        flow(Priority.VIDEO, 1);
        schedule.clear();
        assertThat(schedule.isReady(0)).isFalse();
    }

    @Test
    void aClosedWindowIsSeenWhileDataWaits() {
        SendFlow flow = flow(Priority.VIDEO, 1);
        assertThat(schedule.isAnySuspended()).isFalse();
        flow.onAcknowledgement(0, 0, new long[0]);
        assertThat(schedule.isAnySuspended()).isTrue();
        flow.onAcknowledgement(1 << 30, 0, new long[0]);
        assertThat(schedule.isAnySuspended()).isFalse();
    }

    @Test
    void whatIsSentAgainHasThePriorityOfThatTime() {
        SendFlow one = flow(Priority.VIDEO, 2);
        SendFlow two = flow(Priority.VIDEO, 2);
        send(4);
        outstanding.expireAll();
        two.priority(Priority.AUDIO);
        assertThat(send(4)).containsExactly(two, two, one, one);
        outstanding.expireAll();
        two.priority(Priority.BULK);
        assertThat(send(4)).containsExactly(one, one, two, two);
    }

    @Test
    void whatAFlowWasServedBeforeItsPriorityChangedIsForgotten() {
        SendFlow moved = flow(Priority.CONTROL, 5000);
        send(4000);
        SendFlow other = flow(Priority.VIDEO, 1000);
        moved.priority(Priority.VIDEO);
        Map<SendFlow, Integer> sent = count(send(200));
        assertThat(sent.get(moved)).isCloseTo(100, within(1));
        moved.priority(Priority.AUDIO);
        send(100);
        moved.priority(Priority.VIDEO);
        assertThat(count(send(200)).get(other)).isCloseTo(100, within(1));
    }

    @Test
    void aFlowThatDoesNotFitLetsOthersIntoThePacket() {
        SendFlow large = flow(Priority.AUDIO, 1);
        SendFlow small = flow(Priority.BULK, 0);
        small.send(new byte[20], SendFlow.NEVER, SendFlow.NEVER);
        WireWriter packet = new WireWriter(100);
        schedule.beginPacket();
        assertThat(schedule.next(0)).isSameAs(large);
        assertThat(large.fill(packet, 0)).isFalse();
        schedule.onWritten(0);
        assertThat(schedule.next(0)).isSameAs(small);
        assertThat(small.fill(packet, 0)).isTrue();
        schedule.onWritten(packet.written());
        assertThat(schedule.next(0)).isNull();
        schedule.beginPacket();
        assertThat(schedule.next(0)).isSameAs(large);
    }

    @Test
    void weightsHaveARange() {
        SendFlow flow = flow(Priority.BULK, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> flow.weight(0));
        assertThatIllegalArgumentException().isThrownBy(() -> flow.weight(65));
    }

    /** A flow with messages of a packet each. */
    private SendFlow flow(Priority priority, int messages) {
        SendFlow flow =
                new SendFlow(ids++, FlowOptions.NONE, priority, outstanding, () -> MAX_CHUNK);
        flow.onAcknowledgement(1 << 30, 0, new long[0]);
        schedule.add(flow);
        queue(flow, messages);
        return flow;
    }

    private static void queue(SendFlow flow, int messages) {
        for (int i = 0; i < messages; i++) {
            flow.send(new byte[MAX_CHUNK - 30], SendFlow.NEVER, SendFlow.NEVER);
        }
    }

    /** The flows that send so many packets. */
    private List<SendFlow> send(int packets) {
        List<SendFlow> order = new ArrayList<>();
        for (int i = 0; i < packets; i++) {
            WireWriter packet = new WireWriter(MAX_CHUNK);
            schedule.beginPacket();
            SendFlow flow = schedule.next(0);
            assertThat(flow.fill(packet, 0)).isTrue();
            schedule.onWritten(packet.written());
            order.add(flow);
        }
        return order;
    }

    private static Map<SendFlow, Integer> count(List<SendFlow> order) {
        Map<SendFlow, Integer> counts = new HashMap<>();
        order.forEach(flow -> counts.merge(flow, 1, Integer::sum));
        return counts;
    }
}
