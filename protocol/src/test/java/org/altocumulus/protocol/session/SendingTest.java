package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.altocumulus.protocol.chunk.BitmapAck;
import org.altocumulus.protocol.chunk.BufferProbe;
import org.altocumulus.protocol.chunk.FlowExceptionReport;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.junit.jupiter.api.Test;

/** What a session sends, to a peer that acknowledges as the test wants (RFC 7016 §3.6.2). */
class SendingTest {
    private static final long[] NO_RANGES = {};

    private final RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
    private final SentFlow down = SentFlow.open(peer.far(), Priority.BULK);

    @Test
    void noMoreThanSixPacketsLeaveBetweenAcknowledgements() {
        ackMuch();
        IntStream.range(0, 40).forEach(i -> down.send(1100));
        assertThat(dataPackets(MILLISECONDS.toNanos(100))).isLessThanOrEqualTo(6);
        for (int i = 0; i < 10; i++) {
            peer.send(new RangeAck(99, 1000, 0, NO_RANGES));
            assertThat(dataPackets(MILLISECONDS.toNanos(25))).isLessThanOrEqualTo(6);
        }
    }

    @Test
    void oneAcknowledgementOfManyPacketsLetsMoreThanSixLeave() {
        IntStream.range(0, 200).forEach(i -> down.send(1100));
        long most = 0;
        for (int i = 0; i < 10; i++) {
            peer.run(MILLISECONDS.toNanos(100));
            List<UserData> data = peer.received(UserData.class);
            most = Math.max(most, data.size());
            long last = data.get(data.size() - 1).sequenceNumber();
            peer.send(new RangeAck(down.flow().id(), 1000, last, NO_RANGES));
        }
        assertThat(most).isGreaterThan(10);
    }

    @Test
    void timeoutsComeFurtherAndFurtherApart() {
        down.send(1000);
        peer.run(SECONDS.toNanos(60));
        List<Long> times =
                peer.received().stream()
                        .filter(packet -> packet.has(UserData.class))
                        .map(packet -> packet.datagram().at())
                        .toList();
        List<Long> gaps =
                IntStream.range(1, times.size())
                        .mapToObj(i -> (times.get(i) - times.get(i - 1)) / 1_000_000)
                        .toList();
        assertThat(gaps).startsWith(3000L, 4242L, 5999L, 8485L, 10_000L, 10_000L);
    }

    @Test
    void threeAcknowledgementsOfLaterPacketsRepeatALostOneWithoutATimeout() {
        ackMuch();
        IntStream.range(0, 4).forEach(i -> down.send(1100));
        peer.run(MILLISECONDS.toNanos(25));
        long first = peer.received(UserData.class).get(0).sequenceNumber();
        peer.send(new RangeAck(2, 1000, first - 1, new long[] {first + 1, first + 1}));
        peer.send(new BitmapAck(2, 1000, first - 1, new long[] {first + 1, first + 2}));
        peer.run(MILLISECONDS.toNanos(25));
        assertThat(peer.received(UserData.class)).isEmpty();
        peer.send(new RangeAck(2, 1000, first - 1, new long[] {first + 1, first + 3}));
        peer.run(MILLISECONDS.toNanos(25));
        assertThat(peer.received(UserData.class))
                .extracting(UserData::sequenceNumber)
                .containsExactly(first);
    }

    @Test
    void moreUrgentFlowsGoFirstAndEqualOnesInTurn() {
        SentFlow audio = SentFlow.open(peer.far(), Priority.AUDIO);
        SentFlow video = SentFlow.open(peer.far(), Priority.VIDEO);
        SentFlow otherVideo = SentFlow.open(peer.far(), Priority.VIDEO);
        SentFlow control = SentFlow.open(peer.far(), Priority.CONTROL);
        List<SentFlow> flows = List.of(down, audio, video, otherVideo, control);
        flows.forEach(flow -> IntStream.range(0, 3).forEach(i -> flow.send(1100)));
        long v = video.flow().id();
        long w = otherVideo.flow().id();
        List<Long> order = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            peer.run(MILLISECONDS.toNanos(25));
            for (UserData data : peer.received(UserData.class)) {
                order.add(data.flowId());
                peer.send(new RangeAck(data.flowId(), 1000, data.sequenceNumber(), NO_RANGES));
            }
        }
        long c = control.flow().id();
        long a = audio.flow().id();
        assertThat(order).startsWith(c, c, c, a, a, a);
        for (int i = 6; i < 12; i += 2) {
            assertThat(order.subList(i, i + 2)).containsExactlyInAnyOrder(v, w);
        }
        assertThat(order.subList(12, 15)).containsOnly(down.flow().id());
    }

    @Test
    void packetsWithTimeCriticalDataSaySo() {
        SentFlow audio = SentFlow.open(peer.far(), Priority.AUDIO);
        audio.send(10);
        peer.run(MILLISECONDS.toNanos(25));
        down.send(10);
        peer.run(MILLISECONDS.toNanos(25));
        List<SeenPacket> packets = peer.received();
        assertThat(packets).extracting(p -> p.header().timeCritical()).containsExactly(true, false);
    }

    @Test
    void aClosedWindowIsProbedWithDataWhereBufferProbesAreNotBorne() {
        down.send(100);
        peer.run(MILLISECONDS.toNanos(25));
        peer.send(new RangeAck(2, 0, 1, NO_RANGES));
        IntStream.range(0, 3).forEach(i -> down.send(1100));
        peer.run(MILLISECONDS.toNanos(500));
        peer.received();
        peer.run(SECONDS.toNanos(4));
        List<SeenPacket> packets = peer.received();
        assertThat(packets).noneMatch(packet -> packet.has(BufferProbe.class));
        assertThat(packets).anyMatch(packet -> packet.has(UserData.class));
        peer.exchange(new RangeAck(2, 1000, 2, NO_RANGES));
        assertThat(peer.received(UserData.class)).isNotEmpty();
    }

    @Test
    void aClosedWindowIsProbedWithBufferProbesAtPeersThatOmitTimestamps() {
        peer.omitTimestamps();
        peer.exchange(new Ping(new byte[0]));
        down.send(100);
        peer.run(MILLISECONDS.toNanos(25));
        peer.exchange(new RangeAck(2, 0, 1, NO_RANGES));
        peer.received();
        IntStream.range(0, 3).forEach(i -> down.send(1100));
        long start = peer.pair().time().now();
        keepAliveFor(200);
        List<Long> probes =
                peer.received().stream()
                        .filter(packet -> packet.has(BufferProbe.class))
                        .map(packet -> SECONDS.convert(packet.datagram().at() - start, NANOSECONDS))
                        .toList();
        assertThat(probes.get(0)).isLessThanOrEqualTo(3);
        assertThat(probes.size()).isBetween(4, 10);
        assertThat(probes.get(probes.size() - 1)).isGreaterThan(100);
        peer.exchange(new RangeAck(2, 1000, 1, NO_RANGES));
        assertThat(peer.received(UserData.class)).isNotEmpty();
    }

    @Test
    void aWindowThatClosesWhenNothingWaitsIsProbedOnceSomethingDoes() {
        down.send(100);
        peer.run(MILLISECONDS.toNanos(25));
        peer.exchange(new RangeAck(2, 0, 1, NO_RANGES));
        keepAliveFor(20);
        peer.received();
        down.send(100);
        keepAliveFor(5);
        assertThat(peer.received(UserData.class)).isNotEmpty();
    }

    @Test
    void aRejectedFlowIsReportedOnceAndEnds() {
        IntStream.range(0, 10).forEach(i -> down.send(1100));
        peer.run(MILLISECONDS.toNanos(25));
        peer.exchange(new FlowExceptionReport(2, 42), new FlowExceptionReport(2, 42));
        var rejected = peer.pair().server().recorder().rejected();
        assertThat(rejected).hasSize(1);
        assertThat(rejected.get(0).code()).isEqualTo(42);
        assertThat(rejected.get(0).flow()).isSameAs(down.flow());
        assertThat(peer.far().queuedBytes()).isZero();
        assertThat(peer.far().send(down.flow(), new byte[1])).isFalse();
        peer.exchange(new RangeAck(2, 0, 4, NO_RANGES));
        UserData last = peer.received(UserData.class).stream().reduce((a, b) -> b).get();
        assertThat(last.abandon() && last.isFinal()).isTrue();
        peer.exchange(new RangeAck(2, 0, last.sequenceNumber(), NO_RANGES));
        assertThat(down.flow().state()).isEqualTo(SendFlow.State.COMPLETE);
    }

    @Test
    void exceptionsAndAcknowledgementsOfUnknownFlowsAreIgnored() {
        peer.exchange(new FlowExceptionReport(77, 1), new RangeAck(78, 0, 100, NO_RANGES));
        assertThat(peer.pair().server().recorder().rejected()).isEmpty();
    }

    @Test
    void everyPacketHasATimestampAndAnEchoWhenThereIsANewOne() {
        IntStream.range(0, 10).forEach(i -> down.send(1100));
        peer.exchange(new Ping(new byte[0]));
        peer.exchange(new Ping(new byte[0]));
        List<SeenPacket> packets = peer.received();
        assertThat(packets).allMatch(packet -> packet.header().timestamp() >= 0);
        assertThat(packets).anyMatch(packet -> packet.header().timestampEcho() >= 0);
    }

    @Test
    void metadataThatFitsIntoNoPacketIsRefused() {
        peer.far().openFlow(new byte[Session.MAX_METADATA], -1, Priority.BULK);
        assertThatThrownBy(
                        () ->
                                peer.far()
                                        .openFlow(
                                                new byte[Session.MAX_METADATA + 1],
                                                -1,
                                                Priority.BULK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("257");
    }

    private void ackMuch() {
        for (int i = 0; i < 20; i++) {
            down.send(1100);
            peer.run(MILLISECONDS.toNanos(25));
            for (UserData data : peer.received(UserData.class)) {
                peer.send(new RangeAck(2, 1000, data.sequenceNumber(), NO_RANGES));
            }
        }
        peer.run(MILLISECONDS.toNanos(25));
        peer.received();
    }

    private void keepAliveFor(int seconds) {
        for (int i = 0; i < seconds; i++) {
            peer.send(new Ping(new byte[0]));
            peer.run(SECONDS.toNanos(1));
        }
    }

    private long dataPackets(long duration) {
        peer.run(duration);
        return peer.received().stream().filter(packet -> packet.has(UserData.class)).count();
    }
}
