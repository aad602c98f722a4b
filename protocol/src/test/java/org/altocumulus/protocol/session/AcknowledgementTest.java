package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.BufferProbe;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;

/** When what is received is acknowledged (RFC 7016 §3.6.3.4). */
class AcknowledgementTest {
    private final RawPeer peer = RawPeer.open(EndpointSetup.SERVER);

    @Test
    void theFirstPacketOfAFlowIsAcknowledgedAtOnceAndThenEverySecondOne() {
        peer.exchange(data(1));
        assertThat(acknowledged()).containsExactly(1L);
        peer.exchange(data(2));
        assertThat(acknowledged()).isEmpty();
        peer.exchange(data(3));
        assertThat(acknowledged()).containsExactly(3L);
        peer.exchange(data(4));
        assertThat(acknowledged()).isEmpty();
        peer.exchange(data(5));
        assertThat(acknowledged()).containsExactly(5L);
    }

    @Test
    void aSinglePacketIsAcknowledgedAfter200Milliseconds() {
        peer.exchange(data(1));
        peer.received();
        peer.send(data(2));
        long sent = peer.pair().time().now();
        peer.run(SECONDS.toNanos(1));
        List<SeenPacket> packets = peer.received();
        assertThat(packets).hasSize(1);
        assertThat(packets.get(0).datagram().at() - sent).isEqualTo(MILLISECONDS.toNanos(210));
    }

    @Test
    void anythingUnusualIsAcknowledgedAtOnce() {
        peer.exchange(data(1));
        peer.received();
        peer.exchange(data(3));
        assertThat(acks().get(0).ranges()).containsExactly(3, 3);
        peer.exchange(data(3));
        assertThat(acknowledged()).containsExactly(1L);
        peer.exchange(data(2));
        assertThat(acknowledged()).containsExactly(3L);
        peer.exchange(data(2));
        assertThat(acknowledged()).containsExactly(3L);
        peer.exchange(new BufferProbe(2));
        assertThat(acknowledged()).containsExactly(3L);
        peer.exchange(new BufferProbe(77));
        assertThat(acknowledged()).isEmpty();
    }

    @Test
    void severalFlowsAreAcknowledgedInOnePacket() {
        peer.exchange(data(2, 1), data(3, 1), data(4, 1));
        List<SeenPacket> packets =
                peer.received().stream().filter(p -> p.has(RangeAck.class)).toList();
        assertThat(packets).hasSize(1);
        assertThat(packets.get(0).all(RangeAck.class)).hasSize(3);
    }

    @Test
    void dataThatIsSentTakesAcknowledgementsAlong() {
        peer.exchange(data(1));
        peer.received();
        peer.send(data(2));
        peer.run(MILLISECONDS.toNanos(15));
        SentFlow.open(peer.far(), Priority.CONTROL).send(10);
        peer.run(MILLISECONDS.toNanos(20));
        SeenPacket packet = peer.received().get(0);
        assertThat(packet.has(UserData.class)).isTrue();
        assertThat(packet.all(RangeAck.class).get(0).cumulativeAck()).isEqualTo(2);
    }

    @Test
    void acknowledgementsThatFillMoreThanOnePacketAllCome() {
        List<Chunk> chunks = new ArrayList<>();
        for (int flow = 2; flow < 102; flow++) {
            chunks.clear();
            for (int number = 3; number < 120; number += 2) {
                chunks.add(data(flow, number));
                if (chunks.size() == 40) {
                    peer.send(chunks.toArray(Chunk[]::new));
                    chunks.clear();
                }
            }
            peer.send(chunks.toArray(Chunk[]::new));
        }
        peer.run(SECONDS.toNanos(1));
        List<RangeAck> acks = acks();
        for (int flow = 2; flow < 102; flow++) {
            long id = flow;
            RangeAck last = acks.stream().filter(a -> a.flowId() == id).reduce((a, b) -> b).get();
            assertThat(last.ranges()).hasSize(2 * 59);
        }
    }

    @Test
    void nextUserDataContinuesUserDataOfItsPacketOnly() {
        peer.exchange(data(1), next(), next());
        assertThat(acknowledged()).containsExactly(3L);
        peer.exchange(next());
        assertThat(counted(Discard.MISPLACED_CHUNK)).isEqualTo(1);
        peer.exchange(data(4), data(0), next());
        assertThat(counted(Discard.MISPLACED_CHUNK)).isEqualTo(2);
        assertThat(counted(Discard.BAD_CHUNK)).isEqualTo(1);
        assertThat(peer.pair().server().recorder().onlyFlow().messages()).hasSize(4);
    }

    @Test
    void aReceiverWithALossyLinkIsNotSlowedByDelayedAcknowledgements() {
        SimPair pair = SimPair.plain(5);
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        long start = pair.time().now();
        up.send(1 << 20);
        pair.time().runUntil(() -> pair.clientSession().queuedBytes() == 0, SECONDS.toNanos(60));
        assertThat(pair.time().now() - start).isLessThan(SECONDS.toNanos(4));
    }

    private long counted(Discard reason) {
        return peer.pair().server().counters().discarded(reason);
    }

    private List<Long> acknowledged() {
        return acks().stream().map(RangeAck::cumulativeAck).toList();
    }

    private List<RangeAck> acks() {
        return peer.received(RangeAck.class);
    }

    private static UserData data(long number) {
        return data(2, number);
    }

    private static UserData data(long flow, long number) {
        return new UserData(
                false,
                false,
                FragmentControl.WHOLE,
                flow,
                number,
                number,
                FlowOptions.of(new byte[] {'T', 'C', 4, 0}),
                new byte[1],
                0,
                1);
    }

    private static NextUserData next() {
        return new NextUserData(
                false, false, FragmentControl.WHOLE, FlowOptions.NONE, new byte[1], 0, 1);
    }
}
