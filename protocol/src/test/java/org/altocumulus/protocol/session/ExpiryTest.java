package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.sim.FlowLog;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages with deadlines, on links that lose some of them. */
class ExpiryTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void lateMessagesAreGivenUpInOrderAndTheOthersArrive(int seed) {
        SimPair pair = SimPair.plain(seed);
        List<UserData> arrived = new ArrayList<>();
        pair.server().watch(packet -> arrived.addAll(packet.all(UserData.class)));
        SentFlow up = SentFlow.open(pair.connect(), Priority.VIDEO);
        pair.network().link(LinkProfile.GOOD.withLoss(0.1).withBandwidth(40_000, 20_000));
        for (int i = 0; i < 500; i++) {
            long now = pair.time().now();
            long late = now + MILLISECONDS.toNanos(300);
            if (i % 50 == 0) {
                up.send(400);
            } else if (i % 2 == 0) {
                up.send(1500, late, SendFlow.NEVER);
            } else {
                up.send(1500, SendFlow.NEVER, late);
            }
            pair.time().runFor(MILLISECONDS.toNanos(25));
        }
        up.close();
        pair.time().runFor(SECONDS.toNanos(30));
        FlowLog log = up.arrivedAt(pair.server());
        assertThat(log.isComplete()).isTrue();
        assertThat(log.messages().size()).isBetween(100, 499);
        assertThat(log.gaps()).isNotEmpty();
        up.assertSomeArrived(log);
        assertThat(pair.clientSession().queuedBytes()).isZero();
        assertAbandonedOnlyAtTheHead(arrived);
    }

    @Test
    void aLinkThatIsDownForAWhileCostsOnlyWhatExpired() {
        SimPair pair = SimPair.plain(1);
        SentFlow up = SentFlow.open(pair.connect(), Priority.AUDIO);
        up.send(10);
        pair.time().runFor(SECONDS.toNanos(1));
        pair.network().cut(pair.client().address(), pair.server().address());
        for (int i = 0; i < 100; i++) {
            long now = pair.time().now();
            up.send(100, now + MILLISECONDS.toNanos(500), now + MILLISECONDS.toNanos(500));
            pair.time().runFor(MILLISECONDS.toNanos(100));
        }
        pair.network().heal(pair.client().address(), pair.server().address());
        pair.time().runFor(SECONDS.toNanos(15));
        for (int i = 0; i < 10; i++) {
            up.send(100);
        }
        pair.time().runFor(SECONDS.toNanos(5));
        FlowLog log = up.arrivedAt(pair.server());
        up.assertSomeArrived(log);
        assertThat(log.messages()).hasSizeBetween(11, 30);
        assertThat(pair.clientSession().queuedBytes()).isZero();
        assertThat(pair.clientSession().bytesInFlight()).isZero();
    }

    /**
     * A chunk that abandons is sent only when everything below its number is acknowledged or given
     * up, and its forward sequence number says so.
     */
    private static void assertAbandonedOnlyAtTheHead(List<UserData> chunks) {
        Set<Long> abandoned = new HashSet<>();
        for (UserData chunk : chunks) {
            if (chunk.abandon()) {
                assertThat(chunk.forwardSequenceNumber()).isEqualTo(chunk.sequenceNumber());
                assertThat(chunk.length()).isZero();
                abandoned.add(chunk.sequenceNumber());
            } else {
                assertThat(abandoned).doesNotContain(chunk.sequenceNumber());
            }
        }
        assertThat(abandoned).hasSizeGreaterThan(1);
    }
}
