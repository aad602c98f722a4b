package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search for the largest datagram (RFC 7016 §3.5.4.3). */
class PathMtuTest {
    private static final int SAFE = 1192;
    private static final int LARGEST = 1472;

    @ParameterizedTest
    @CsvSource({
        "9000, 1472",
        "1460, 1472",
        "1459, 1432",
        "1428, 1432",
        "1427, 1392",
        "1360, 1352",
        "1300, 1312",
        "1270, 1272",
        "1252, 1252",
        "1200, 1192",
        "1192, 1192",
    })
    void theLargestOfTheUsualSizesThatArrivesIsFoundAndUsed(int bears, int found) {
        SimPair pair = pair(LARGEST);
        pair.network().largestDatagram(bears);
        List<Datagram> sent = new ArrayList<>();
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        up.send(50_000);
        pair.time().runFor(SECONDS.toNanos(60));
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(found);
        pair.network().tap(sent::add);
        up.send(200_000);
        pair.time().runFor(SECONDS.toNanos(5));
        int largest = sent.stream().mapToInt(datagram -> datagram.bytes().length).max().orElse(0);
        assertThat(largest).isBetween(found - 16, found);
        up.assertAllArrived(up.arrivedAt(pair.server()));
    }

    @Test
    void smallMessagesCauseNoSearch() {
        SimPair pair = pair(LARGEST);
        pair.network().tap(d -> assertThat(d.bytes().length).isLessThanOrEqualTo(SAFE));
        SentFlow up = SentFlow.open(pair.connect(), Priority.AUDIO);
        for (int i = 0; i < 200; i++) {
            up.send(1000);
            pair.time().runFor(MILLISECONDS.toNanos(20));
        }
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(SAFE);
    }

    @Test
    void theSearchIsOffWhereNoLargerDatagramsAreAllowed() {
        SimPair pair = pair(SAFE);
        pair.network().tap(d -> assertThat(d.bytes().length).isLessThanOrEqualTo(SAFE));
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        up.send(100_000);
        pair.time().runFor(SECONDS.toNanos(60));
        up.assertAllArrived(up.arrivedAt(pair.server()));
    }

    @Test
    void theSearchStopsBelowWhatIsAllowed() {
        SimPair pair = pair(1350);
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        up.send(100_000);
        pair.time().runFor(SECONDS.toNanos(5));
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(1350);
    }

    @Test
    void overIpv6ItBeginsWithLess() {
        SimPair pair = pair(LARGEST);
        pair.client().moveTo(new InetSocketAddress("2001:db8::1", 50000));
        pair.server().moveTo(new InetSocketAddress("2001:db8::2", 1935));
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        up.send(100_000);
        pair.time().runFor(SECONDS.toNanos(5));
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(1452);
    }

    @ParameterizedTest
    @ValueSource(ints = {1192, 1300})
    void aPathThatBearsLessFromNowOnLosesNothingAndIsSearchedAnewAfterAMinute(int later) {
        SimPair pair = pair(LARGEST);
        SentFlow up = SentFlow.open(pair.connect(), Priority.BULK);
        up.send(100_000);
        pair.time().runFor(SECONDS.toNanos(5));
        up.send(1_000_000);
        pair.time().runFor(MILLISECONDS.toNanos(100));
        pair.network().largestDatagram(later);
        pair.time().runFor(SECONDS.toNanos(30));
        up.assertAllArrived(up.arrivedAt(pair.server()));
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(SAFE);
        up.send(100_000);
        pair.time().runFor(MINUTES.toNanos(2));
        up.assertAllArrived(up.arrivedAt(pair.server()));
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(later == SAFE ? SAFE : 1312);
    }

    @Test
    void whatIsTooLargeNowIsNotKeptBackByALessUrgentFlowWithoutEnd() {
        SimPair pair = pair(LARGEST);
        pair.network()
                .link(
                        LinkProfile.GOOD
                                .withDelay(MILLISECONDS.toNanos(20))
                                .withBandwidth(200_000, 100_000));
        SentFlow bulk = SentFlow.open(pair.connect(), Priority.BULK);
        SentFlow urgent = SentFlow.open(pair.clientSession(), Priority.CONTROL);
        bulk.send(100_000);
        pair.time().runFor(SECONDS.toNanos(5));
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(LARGEST);
        pair.network().largestDatagram(SAFE);
        for (int i = 0; i < 20; i++) {
            urgent.send(1400);
        }
        boolean noticed =
                pair.time()
                        .runUntil(
                                () -> pair.clientSession().datagramLimit() == SAFE,
                                SECONDS.toNanos(30));
        assertThat(noticed).isTrue();
        for (int i = 0; i < 10_000; i++) {
            bulk.send(1000);
        }
        pair.time().runFor(SECONDS.toNanos(20));
        assertThat(bulk.flow().queuedBytes()).as("still busy").isPositive();
        urgent.assertAllArrived(urgent.arrivedAt(pair.server()));
    }

    @Test
    void aPathThatBearsLessIsNoticedWhileSmallDatagramsArrive() {
        SimPair pair = pair(LARGEST);
        SentFlow video = SentFlow.open(pair.connect(), Priority.VIDEO);
        SentFlow audio = SentFlow.open(pair.clientSession(), Priority.AUDIO);
        video.send(100_000);
        pair.time().runFor(SECONDS.toNanos(5));
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(LARGEST);
        pair.network().largestDatagram(SAFE);
        for (int i = 0; i < 250; i++) {
            audio.send(200);
            if (i % 10 == 0) {
                video.send(1400);
            }
            pair.time().runFor(MILLISECONDS.toNanos(20));
        }
        assertThat(pair.clientSession().datagramLimit()).isEqualTo(SAFE);
        pair.time().runFor(SECONDS.toNanos(2));
        video.assertAllArrived(video.arrivedAt(pair.server()));
        audio.assertAllArrived(audio.arrivedAt(pair.server()));
    }

    @Test
    void anotherAddressIsAnotherPath() {
        SimPair pair = pair(LARGEST);
        pair.connect();
        pair.time().runFor(SECONDS.toNanos(1));
        SentFlow down = SentFlow.open(pair.serverSession(), Priority.BULK);
        down.send(100_000);
        pair.time().runFor(SECONDS.toNanos(5));
        assertThat(pair.serverSession().datagramLimit()).isEqualTo(LARGEST);
        pair.network().largestDatagram(1400);
        pair.client().moveTo(address(20, 1000));
        SentFlow up = SentFlow.open(pair.clientSession(), Priority.CONTROL);
        up.send(10);
        pair.time().runFor(MILLISECONDS.toNanos(100));
        assertThat(pair.serverSession().address()).isEqualTo(address(20, 1000));
        assertThat(pair.serverSession().datagramLimit()).isEqualTo(SAFE);
        down.send(100_000);
        pair.time().runFor(SECONDS.toNanos(30));
        assertThat(pair.serverSession().datagramLimit()).isEqualTo(1392);
        down.assertAllArrived(down.arrivedAt(pair.client()));
    }

    @Test
    void aClientThatRepliesEmptyIsNotProbed() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER.withLargestDatagram(LARGEST));
        peer.exchange(new Ping(new byte[0]));
        peer.exchange(new PingReply(new byte[0]));
        SentFlow.open(peer.far(), Priority.BULK).send(50_000);
        peer.run(SECONDS.toNanos(20));
        assertThat(peer.received())
                .isNotEmpty()
                .allSatisfy(
                        packet ->
                                assertThat(packet.datagram().bytes().length)
                                        .isLessThanOrEqualTo(SAFE));
    }

    @Test
    void onlyTheAnswerToTheProbeItselfProvesSomething() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER.withLargestDatagram(LARGEST));
        peer.exchange(new Ping(new byte[0]));
        peer.exchange(new PingReply(new byte[] {'K'}));
        peer.received();
        SentFlow.open(peer.far(), Priority.BULK).send(50_000);
        peer.run(MILLISECONDS.toNanos(100));
        byte[] message =
                peer.received().stream()
                        .filter(packet -> packet.datagram().bytes().length > SAFE)
                        .flatMap(packet -> packet.all(Ping.class).stream())
                        .findFirst()
                        .orElseThrow()
                        .message();
        for (int i = 0; i < message.length - 2; i++) {
            byte[] wrong = message.clone();
            wrong[i] ^= (byte) 0x80;
            peer.exchange(new PingReply(wrong));
            assertThat(peer.far().datagramLimit()).isEqualTo(SAFE);
        }
        InetSocketAddress home = peer.address();
        peer.moveTo(address(66, 666));
        peer.exchange(new PingReply(message));
        assertThat(peer.far().datagramLimit()).isEqualTo(SAFE);
        peer.moveTo(home);
        peer.exchange(new PingReply(message));
        assertThat(peer.far().datagramLimit()).isEqualTo(LARGEST);
    }

    private static SimPair pair(int largest) {
        return new SimPair(
                EndpointSetup.CLIENT.withProtection().withLargestDatagram(largest),
                EndpointSetup.SERVER.withProtection().withLargestDatagram(largest),
                1);
    }
}
