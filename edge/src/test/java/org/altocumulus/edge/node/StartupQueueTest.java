package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class StartupQueueTest {
    private static final InetSocketAddress FROM = HostPort.parseNumeric("192.0.2.7:5");
    private final StartupQueue queue = new StartupQueue();
    private final List<Integer> handled = new ArrayList<>();

    /** A turn with so many startup packets of so many datagrams; how many were dropped. */
    private int turn(long now, int startups, int datagrams) {
        handled.clear();
        for (int i = 0; i < datagrams; i++) {
            queue.taken();
            if (i < startups) {
                assertThat(queue.add(0, new byte[] {(byte) i}, 1, FROM)).isTrue();
            }
        }
        return queue.drain(now, (socket, data, length, from) -> handled.add((int) data[0]));
    }

    @Test
    void aLoopThatKeepsUpAnswersAllInTheirOrder() {
        assertThat(turn(0, 3, 10)).isZero();
        assertThat(handled).containsExactly(0, 1, 2);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aBurstIsAnsweredWhole() {
        for (long now = 0; now < StartupQueue.LATE_AFTER; now += 1_000_000) {
            assertThat(turn(now, 64, 64)).isZero();
            assertThat(handled).hasSize(64);
        }
    }

    @Test
    void aLoopThatDoesNotKeepUpAnswersFewUntilATurnIsNotFull() {
        assertThat(turn(0, 64, 64)).isZero();
        assertThat(turn(StartupQueue.LATE_AFTER, 60, 64)).isEqualTo(60 - StartupQueue.FEW);
        assertThat(handled).hasSize(StartupQueue.FEW);
        assertThat(turn(2 * StartupQueue.LATE_AFTER, 3, 64)).isZero();
        assertThat(turn(2 * StartupQueue.LATE_AFTER, 60, 64)).isEqualTo(60 - StartupQueue.FEW);
        assertThat(turn(2 * StartupQueue.LATE_AFTER, 60, 63)).isZero();
        assertThat(turn(2 * StartupQueue.LATE_AFTER, 60, 64)).isZero();
    }

    @Test
    void thereIsRoomForATurnAndWhatIsTooLongIsNotKept() {
        int kept = 0;
        for (int i = 0; i < 1000; i++) {
            kept += queue.add(0, new byte[1], 1, FROM) ? 1 : 0;
        }
        assertThat(kept).isEqualTo(StartupQueue.FULL_TURN + ReceiveRoom.BATCH);
        assertThat(new StartupQueue().add(0, new byte[3000], 3000, FROM)).isFalse();
    }
}
