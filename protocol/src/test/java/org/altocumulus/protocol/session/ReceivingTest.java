package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.FlowExceptionReport;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.FlowLog;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.Recorder;
import org.altocumulus.protocol.sim.SentFlow;
import org.junit.jupiter.api.Test;

/** What a session takes from a peer, and what it refuses (RFC 7016 §3.6.3). */
class ReceivingTest {
    private static final byte[] METADATA = {'T', 'C', 4, 0};

    private final RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
    private final Recorder recorder = peer.pair().server().recorder();

    @Test
    void aFlowWithoutMetadataIsRefused() {
        peer.exchange(data(2, 1, FlowOptions.NONE));
        assertRefused(2);
        assertThat(recorder.flows()).isEmpty();
        assertThat(peer.far().state()).isEqualTo(Session.State.OPEN);
    }

    @Test
    void aFlowInReturnToOneThatDoesNotExistIsRefused() {
        peer.exchange(data(2, 1, FlowOptions.of(METADATA, 50)));
        assertRefused(2);
    }

    @Test
    void aFlowInReturnToAnOpenOneNamesItAndToAClosedOneIsRefused() {
        SentFlow down = SentFlow.open(peer.far(), Priority.CONTROL);
        long id = down.flow().id();
        peer.exchange(data(2, 1, FlowOptions.of(METADATA, id)));
        assertThat(recorder.onlyFlow().flow().returnFlowId()).isEqualTo(id);
        assertThat(recorder.onlyFlow().flow().metadata()).isEqualTo(METADATA);
        down.close();
        peer.received();
        peer.exchange(data(3, 1, FlowOptions.of(METADATA, id)));
        assertRefused(3);
        assertThat(recorder.flows()).hasSize(1);
    }

    @Test
    void anUnknownOptionThatMattersRefusesTheFlowAtAnyTime() {
        sendWithOption(2, 1, 0x20);
        assertRefused(2);
        peer.exchange(data(3, 1, FlowOptions.of(METADATA)));
        peer.received();
        sendWithOption(3, 2, 0x1fff);
        assertRefused(3);
        assertThat(recorder.onlyFlow().messages()).hasSize(1);
    }

    @Test
    void anUnknownOptionThatDoesNotMatterIsIgnored() {
        sendWithOption(2, 1, 0x2000);
        assertThat(peer.received(FlowExceptionReport.class)).isEmpty();
        assertThat(recorder.onlyFlow().messages()).hasSize(1);
    }

    @Test
    void aFlowThatTheListenerRejectsIsRefusedWithItsCode() {
        recorder.onFlow(log -> log.session().rejectFlow(log.flow(), 1234));
        peer.exchange(data(2, 1, FlowOptions.of(METADATA)));
        assertThat(peer.received(FlowExceptionReport.class))
                .contains(new FlowExceptionReport(2, 1234));
        assertThat(recorder.onlyFlow().messages()).isEmpty();
        assertThat(counted(Discard.FLOW_REFUSED)).isEqualTo(1);
    }

    @Test
    void aFlowThatIsRejectedLaterSaysSoAtOnceAndWithEveryAcknowledgement() {
        peer.exchange(data(2, 1, FlowOptions.of(METADATA)));
        peer.received();
        ReceiveFlow flow = recorder.onlyFlow().flow();
        peer.far().rejectFlow(flow, 5);
        peer.exchange();
        assertThat(peer.received(FlowExceptionReport.class)).hasSize(1);
        peer.exchange(data(2, 2, FlowOptions.NONE));
        assertThat(peer.received(FlowExceptionReport.class)).hasSize(1);
        assertThat(recorder.onlyFlow().messages()).hasSize(1);
    }

    @Test
    void noMoreFlowsAreOpenThanAllowed() {
        int allowed = SessionParameters.DEFAULT.maxFlows();
        for (int id = 2; id < allowed + 10; id++) {
            peer.send(data(id, 1, FlowOptions.of(METADATA)));
        }
        peer.run(SECONDS.toNanos(1));
        assertThat(recorder.flows()).hasSize(allowed);
        assertThat(counted(Discard.TOO_MANY_FLOWS)).isEqualTo(8);
    }

    @Test
    void completeFlowsLeaveRoomForOthers() {
        int flows = 3 * SessionParameters.DEFAULT.maxFlows();
        for (int id = 2; id < flows + 2; id++) {
            peer.send(finalData(id));
            peer.exchange();
        }
        assertThat(recorder.flows()).hasSize(flows);
        assertThat(recorder.flows()).allMatch(FlowLog::isComplete);
        assertThat(counted(Discard.TOO_MANY_FLOWS)).isZero();
    }

    @Test
    void flowsOfOneSessionTogetherHoldNoMoreThanAFewFullOnes() {
        ReceiveLimits limits = SessionParameters.DEFAULT.receive();
        long allowed = 8L * (limits.windowBytes() + limits.maxMessageBytes());
        byte[] data = new byte[1000];
        long fragments = 2 * allowed / data.length;
        for (int i = 0; i < fragments; i++) {
            int id = 2 + i % 40;
            // Every number but the first of each flow, so that nothing can be delivered.
            long number = 2L + i / 40;
            FlowOptions options = number == 2 ? FlowOptions.of(METADATA) : FlowOptions.NONE;
            peer.send(
                    new UserData(
                            false,
                            false,
                            FragmentControl.WHOLE,
                            id,
                            number,
                            number,
                            options,
                            data,
                            0,
                            data.length));
        }
        peer.run(SECONDS.toNanos(1));
        assertThat(counted(Discard.FLOW_OVERRUN)).isPositive();
        long held = 0;
        for (FlowLog log : recorder.flows()) {
            held += log.flow().bufferedBytes();
        }
        assertThat(held).isLessThanOrEqualTo(allowed);
    }

    @Test
    void whatRejectedFlowsHeldCountsNoMoreWhoeverRejectedThem() {
        byte[] part = new byte[1100];
        for (int id = 2; id < 50; id++) {
            for (int number = 2; number <= 1500; number++) {
                peer.send(fragment(id, number, FragmentControl.MIDDLE, part));
            }
            peer.run(SECONDS.toNanos(1) / 40);
            if (id % 2 == 0) {
                sendWithOption(id, 1, 0x20);
            } else {
                FlowLog log = recorder.flows().get(recorder.flows().size() - 1);
                peer.far().rejectFlow(log.flow(), 0);
            }
            peer.exchange();
        }
        assertThat(counted(Discard.FLOW_OVERRUN)).isZero();
        peer.exchange(data(77, 1, FlowOptions.of(METADATA)));
        FlowLog last = recorder.flows().get(recorder.flows().size() - 1);
        assertThat(last.messages()).hasSize(1);
        assertThat(last.flow().state()).isEqualTo(ReceiveFlow.State.OPEN);
        recorder.flows().subList(0, 48).forEach(log -> assertThat(log.rejections()).isEqualTo(1));
    }

    @Test
    void aMessageOf16MegabytesIsRefusedAndNotHeld() {
        byte[] part = new byte[1100];
        int parts = (16 << 20) / part.length;
        for (int number = 1; number <= parts; number++) {
            FragmentControl control =
                    number == 1
                            ? FragmentControl.BEGIN
                            : number == parts ? FragmentControl.END : FragmentControl.MIDDLE;
            peer.send(fragment(number, control, part));
            assertThat(buffered()).isLessThan(5 << 20);
            if (number % 100 == 0) {
                peer.exchange();
            }
        }
        peer.exchange();
        assertThat(counted(Discard.MESSAGE_TOO_LONG)).isEqualTo(1);
        assertThat(recorder.onlyFlow().messages()).isEmpty();
        assertThat(buffered()).isZero();
        assertThat(peer.received(FlowExceptionReport.class)).isNotEmpty();
    }

    @Test
    void fragmentsWithoutEndBehindAGapAreBounded() {
        byte[] part = new byte[1100];
        peer.send(data(2, 1, FlowOptions.of(METADATA)));
        for (int number = 3; number <= 10_000; number++) {
            peer.send(fragment(number, FragmentControl.MIDDLE, part));
        }
        peer.run(SECONDS.toNanos(1));
        assertThat(buffered()).isLessThanOrEqualTo((4 << 20) + 2000);
        assertThat(counted(Discard.FLOW_OVERRUN)).isPositive();
        List<RangeAck> acks = peer.received(RangeAck.class);
        assertThat(acks).allMatch(ack -> ack.bufferBlocks() > 0);
    }

    @Test
    void unknownChunksAreIgnored() {
        byte[] packet = {0x09, 0, 1, 0x4d, 0, 1, 5, 0x00, 0, 2, 1, 1, (byte) 0xff, 0, 0, 1, 0, 0};
        byte[] datagram = peer.seal(packet);
        peer.pair().network().send(peer.address(), peer.pair().server().address(), datagram);
        peer.run(SECONDS.toNanos(1));
        assertThat(peer.received(PingReply.class)).hasSize(1);
    }

    @Test
    void packetsOfAnotherModeOrDamagedAreCounted() {
        byte[] own = peer.seal(new byte[] {0x0a, 0, 1, 1, 0, 0});
        peer.far().onDatagram(0, own, 0, own.length, peer.address());
        assertThat(counted(Discard.WRONG_MODE)).isEqualTo(1);
        byte[] startup = peer.seal(new byte[] {0x0b, 0, 1, 1, 0, 0});
        peer.far().onDatagram(0, startup, 0, startup.length, peer.address());
        assertThat(counted(Discard.WRONG_MODE)).isEqualTo(2);
        byte[] none = peer.seal(new byte[] {0x08, 0, 1, 1, 0, 0});
        peer.far().onDatagram(0, none, 0, none.length, peer.address());
        assertThat(counted(Discard.BAD_HEADER)).isEqualTo(1);
        byte[] damaged = peer.seal(new Ping(new byte[0]));
        damaged[damaged.length - 1] ^= 1;
        assertThat(peer.far().onDatagram(0, damaged, 0, damaged.length, peer.address())).isFalse();
        assertThat(counted(Discard.BAD_CHECKSUM)).isEqualTo(1);
        assertThat(peer.far().onDatagram(0, damaged, 0, 21, peer.address())).isFalse();
        assertThat(counted(Discard.BAD_LENGTH)).isEqualTo(1);
        assertThat(peer.far().isConfirmed()).isFalse();
    }

    /** Sends user data with an option of that type beside its metadata. */
    private void sendWithOption(int flow, int number, int option) {
        byte[] packet = {
            0x09,
            0,
            1,
            0x10,
            0,
            16,
            (byte) 0x80,
            (byte) flow,
            (byte) number,
            (byte) number,
            5,
            0,
            'T',
            'C',
            4,
            0,
            3,
            (byte) (0x80 | option >> 7),
            (byte) (option & 0x7f),
            7,
            0,
            'x'
        };
        byte[] datagram = peer.seal(packet);
        peer.pair().network().send(peer.address(), peer.pair().server().address(), datagram);
        peer.exchange();
    }

    private long counted(Discard reason) {
        return peer.pair().server().counters().discarded(reason);
    }

    private int buffered() {
        return recorder.flows().isEmpty() ? 0 : recorder.onlyFlow().flow().bufferedBytes();
    }

    private void assertRefused(long flow) {
        List<Chunk> chunks = new ArrayList<>();
        peer.received().forEach(packet -> chunks.addAll(packet.chunks()));
        assertThat(chunks).contains(new FlowExceptionReport(flow, 0));
        assertThat(chunks).anyMatch(chunk -> chunk instanceof RangeAck ack && ack.flowId() == flow);
    }

    private static UserData data(long flow, long number, FlowOptions options) {
        return new UserData(
                false,
                false,
                FragmentControl.WHOLE,
                flow,
                number,
                number,
                options,
                new byte[1],
                0,
                1);
    }

    private static UserData finalData(long flow) {
        return new UserData(
                false,
                true,
                FragmentControl.WHOLE,
                flow,
                1,
                1,
                FlowOptions.of(METADATA),
                new byte[1],
                0,
                1);
    }

    private static UserData fragment(long number, FragmentControl control, byte[] part) {
        return fragment(2, number, control, part);
    }

    private static UserData fragment(long flow, long number, FragmentControl control, byte[] part) {
        return new UserData(
                false,
                false,
                control,
                flow,
                number,
                number,
                FlowOptions.of(METADATA),
                part,
                0,
                part.length);
    }
}
