package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.Opening;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A far end that changes its address, or seems to (RFC 7016 §3.5.4.2). */
class MobilityTest {
    private static final InetSocketAddress ELSEWHERE = address(66, 666);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSessionFollowsItsClientAndLosesNothing(boolean protectedSession) {
        SimPair pair = protectedSession ? protectedPair() : SimPair.plain(1);
        Session client = pair.connect();
        SentFlow up = SentFlow.open(client, Priority.CONTROL);
        up.send(10);
        pair.time().runFor(SECONDS.toNanos(1));
        SentFlow down = SentFlow.open(pair.serverSession(), Priority.CONTROL);
        for (int move = 0; move < 5; move++) {
            pair.client().moveTo(address(20 + move, 1000));
            up.send(3000);
            down.send(3000);
            pair.time().runFor(SECONDS.toNanos(5));
            assertThat(pair.serverSession().address()).isEqualTo(pair.client().address());
        }
        pair.time().runFor(SECONDS.toNanos(30));
        up.assertAllArrived(up.arrivedAt(pair.server()));
        down.assertAllArrived(down.arrivedAt(pair.client()));
    }

    @Test
    void aSilentClientThatMovedIsFoundAtItsNextPing() {
        SimPair pair = SimPair.plain(1);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(1));
        pair.client().moveTo(address(20, 1000));
        pair.time().runFor(SECONDS.toNanos(15));
        assertThat(pair.serverSession().address()).isEqualTo(address(20, 1000));
        assertThat(pair.clientSession().state()).isEqualTo(Session.State.OPEN);
    }

    @Test
    void twoClientsThatSwapAddressesKeepTheirSessions() {
        SimPair pair = SimPair.plain(1);
        SimEndpoint other = pair.add(address(30, 30), EndpointSetup.client(3));
        Session one = pair.connect();
        Opening opening = other.open(pair.server().address());
        pair.time().runUntil(() -> opening.session() != null, SECONDS.toNanos(5));
        Session two = opening.session();
        SentFlow first = SentFlow.open(one, Priority.CONTROL);
        SentFlow second = SentFlow.open(two, Priority.CONTROL);
        first.send(100);
        second.send(100);
        pair.time().runFor(SECONDS.toNanos(1));
        InetSocketAddress at = pair.client().address();
        other.leave();
        pair.client().moveTo(address(30, 30));
        other.moveTo(at);
        first.send(2000);
        second.send(2000);
        pair.time().runFor(SECONDS.toNanos(10));
        first.assertAllArrived(first.arrivedAt(pair.server()));
        second.assertAllArrived(second.arrivedAt(pair.server()));
        assertThat(serverSide(pair, one).address()).isEqualTo(address(30, 30));
        assertThat(serverSide(pair, two).address()).isEqualTo(at);
        assertThat(pair.server().sessions()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void packetsReplayedFromElsewhereMoveNothing(boolean protectedSession) {
        SimPair pair = protectedSession ? protectedPair() : SimPair.plain(1);
        List<Datagram> sent = new ArrayList<>();
        pair.network().tap(sent::add);
        SentFlow up = SentFlow.open(pair.connect(), Priority.CONTROL);
        for (int i = 0; i < 20; i++) {
            up.send(500);
            pair.time().runFor(MILLISECONDS.toNanos(300));
        }
        pair.client().moveTo(address(20, 1000));
        up.send(500);
        pair.time().runFor(SECONDS.toNanos(3));
        for (Datagram datagram : List.copyOf(sent)) {
            if (datagram.to().equals(pair.server().address())) {
                pair.network().send(ELSEWHERE, datagram.to(), datagram.bytes());
                pair.time().runFor(MILLISECONDS.toNanos(700));
            }
        }
        assertThat(pair.serverSession().address()).isEqualTo(address(20, 1000));
        up.assertAllArrived(up.arrivedAt(pair.server()));
    }

    @Test
    void aForgedPacketIsNotEvenAsked() {
        SimPair pair = SimPair.plain(1);
        List<Datagram> sent = new ArrayList<>();
        pair.network().tap(sent::add);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(500);
        pair.time().runFor(SECONDS.toNanos(1));
        byte[] forged = sent.get(4).bytes().clone();
        forged[30] ^= 1;
        sent.clear();
        pair.network().send(ELSEWHERE, pair.server().address(), forged);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(sent).hasSize(1);
        assertThat(pair.server().counters().discarded(Discard.BAD_CHECKSUM)).isEqualTo(1);
    }

    @Test
    void aNewAddressIsAskedOnceASecondAndOnlyAnEchoFromItCounts() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        InetSocketAddress home = peer.address();
        peer.exchange(new Ping(new byte[0]));
        peer.exchange(new PingReply(new byte[] {'K'}));
        peer.received();
        peer.moveTo(ELSEWHERE);
        for (int i = 0; i < 30; i++) {
            peer.exchange(new PingReply(new byte[0]));
        }
        List<Ping> asked = peer.received(Ping.class);
        assertThat(asked).hasSize(1);
        peer.moveTo(address(67, 667));
        peer.exchange(new PingReply(asked.get(0).message()));
        assertThat(peer.far().address()).isEqualTo(home);
        peer.moveTo(ELSEWHERE);
        byte[] wrong = asked.get(0).message().clone();
        wrong[wrong.length - 1] ^= 1;
        peer.exchange(new PingReply(wrong), new PingReply(new byte[25]));
        assertThat(peer.far().address()).isEqualTo(home);
        peer.exchange(new PingReply(asked.get(0).message()));
        assertThat(peer.far().address()).isEqualTo(ELSEWHERE);
    }

    /** It sent an acknowledgement, and has nothing to say until it gets something. */
    @Test
    void aPlayerThatMovedIsFoundAlthoughTheFirstChecksGetLost() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new PingReply(new byte[] {'K'}));
        peer.moveTo(ELSEWHERE);
        InetSocketAddress server = peer.pair().server().address();
        peer.pair().network().cut(server, ELSEWHERE);
        peer.exchange(new RangeAck(2, 100, 0, new long[0]));
        peer.run(MILLISECONDS.toNanos(2500));
        peer.pair().network().heal(server, ELSEWHERE);
        peer.received();
        peer.run(SECONDS.toNanos(1));
        peer.exchange(new PingReply(peer.received(Ping.class).get(0).message()));
        assertThat(peer.far().address()).isEqualTo(ELSEWHERE);
    }

    /** It acknowledged something from each address, and has nothing more to say. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPlayerThatMovesTwiceWithinASecondIsFound(boolean answersInBetween) {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new PingReply(new byte[] {'K'}));
        peer.received();
        peer.moveTo(ELSEWHERE);
        peer.exchange(new RangeAck(2, 100, 0, new long[0]));
        byte[] message = peer.received(Ping.class).get(0).message();
        if (answersInBetween) {
            peer.exchange(new PingReply(message));
            assertThat(peer.far().address()).isEqualTo(ELSEWHERE);
        }
        peer.moveTo(address(67, 667));
        peer.exchange(new RangeAck(2, 100, 0, new long[0]));
        assertThat(peer.received(Ping.class)).as("once a second").isEmpty();
        peer.run(SECONDS.toNanos(1));
        peer.exchange(new PingReply(peer.received(Ping.class).get(0).message()));
        assertThat(peer.far().address()).isEqualTo(address(67, 667));
        peer.run(SECONDS.toNanos(5));
        assertThat(peer.received(Ping.class)).isEmpty();
    }

    @Test
    void anAddressThatNeverAnswersIsAskedFiveTimesASecondApart() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new PingReply(new byte[] {'K'}));
        peer.received();
        peer.moveTo(ELSEWHERE);
        peer.exchange(new PingReply(new byte[0]));
        for (int second = 0; second < 5; second++) {
            assertThat(peer.received(Ping.class)).as("after %d s", second).hasSize(1);
            peer.run(SECONDS.toNanos(1));
        }
        assertThat(peer.received(Ping.class)).isEmpty();
    }

    @Test
    void anAnsweredCheckIsNotRepeated() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new PingReply(new byte[] {'K'}));
        peer.received();
        peer.moveTo(ELSEWHERE);
        peer.exchange(new PingReply(new byte[0]));
        peer.exchange(new PingReply(peer.received(Ping.class).get(0).message()));
        assertThat(peer.far().address()).isEqualTo(ELSEWHERE);
        peer.run(SECONDS.toNanos(5));
        assertThat(peer.received(Ping.class)).isEmpty();
    }

    @Test
    void anAnswerIsGoodForTwoMinutesAndOnlyOnce() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        InetSocketAddress home = peer.address();
        peer.exchange(new PingReply(new byte[] {'K'}));
        peer.received();
        peer.moveTo(ELSEWHERE);
        peer.exchange(new Ping(new byte[0]));
        byte[] message = peer.received(Ping.class).get(0).message();
        peer.exchange(new PingReply(message));
        assertThat(peer.far().address()).isEqualTo(ELSEWHERE);
        peer.run(SECONDS.toNanos(2));
        peer.moveTo(home);
        peer.exchange(new Ping(new byte[0]));
        byte[] back = peer.received(Ping.class).get(0).message();
        peer.exchange(new PingReply(back));
        assertThat(peer.far().address()).isEqualTo(home);
        peer.moveTo(ELSEWHERE);
        peer.exchange(new PingReply(message));
        assertThat(peer.far().address()).as("an old answer").isEqualTo(home);
        peer.run(SECONDS.toNanos(2));
        peer.exchange(new Ping(new byte[0]));
        byte[] late = peer.received(Ping.class).get(0).message();
        for (int i = 0; i < 121; i++) {
            peer.send(new PingReply(new byte[0]));
            peer.run(SECONDS.toNanos(1));
        }
        peer.exchange(new PingReply(late));
        assertThat(peer.far().address()).as("a late answer").isEqualTo(home);
    }

    @Test
    void aClientThatRepliesEmptyIsFollowedFromTheAddressThatWasAsked() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new Ping(new byte[0]));
        assertThat(peer.received(Ping.class).get(0).message()).isNotEmpty();
        peer.exchange(new PingReply(new byte[0]));
        peer.moveTo(ELSEWHERE);
        peer.exchange(new PingReply(new byte[0]));
        assertThat(peer.far().address()).as("not asked yet").isNotEqualTo(ELSEWHERE);
        assertThat(peer.received(Ping.class)).hasSize(1);
        peer.exchange(new PingReply(new byte[0]));
        assertThat(peer.far().address()).isEqualTo(ELSEWHERE);
    }

    @Test
    void anEmptyReplyThatIsRepeatedFromElsewhereMovesNothing() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new Ping(new byte[0]));
        byte[] reply = peer.seal(new PingReply(new byte[0]));
        toServer(peer, peer.address(), reply);
        peer.exchange(new Ping(new byte[0]));
        byte[] other = peer.seal(new Ping(new byte[0]));
        peer.exchange(new Ping(new byte[0]));
        for (int i = 0; i < 100; i++) {
            toServer(peer, ELSEWHERE, other);
            toServer(peer, ELSEWHERE, reply);
            peer.exchange(new Ping(new byte[0]));
            peer.run(SECONDS.toNanos(1));
            assertThat(peer.far().address()).isEqualTo(peer.address());
        }
    }

    @Test
    void aClientThatMovesBeforeItsReplyFormIsKnownIsFollowedToo() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.send(new Ping(new byte[0]));
        peer.moveTo(ELSEWHERE);
        peer.run(SECONDS.toNanos(1));
        peer.exchange(new Ping(new byte[0]));
        assertThat(peer.received(Ping.class)).hasSize(1);
        peer.exchange(new PingReply(new byte[0]));
        assertThat(peer.far().address()).isEqualTo(ELSEWHERE);
    }

    @Test
    void anEmptyReplyOfAClientThatEchoesMovesNothing() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new Ping(new byte[0]));
        peer.exchange(new PingReply(peer.received(Ping.class).get(0).message()));
        InetSocketAddress home = peer.address();
        peer.moveTo(ELSEWHERE);
        peer.exchange(new Ping(new byte[0]));
        peer.exchange(new PingReply(new byte[0]));
        assertThat(peer.far().address()).isEqualTo(home);
    }

    private static void toServer(RawPeer peer, InetSocketAddress from, byte[] datagram) {
        peer.pair().network().send(from, peer.pair().server().address(), datagram);
        peer.run(MILLISECONDS.toNanos(25));
    }

    private static Session serverSide(SimPair pair, Session client) {
        return pair.server().sessions().stream()
                .filter(s -> s.identity().nearId() == client.identity().farId())
                .findFirst()
                .orElseThrow();
    }

    private static SimPair protectedPair() {
        return new SimPair(
                EndpointSetup.CLIENT.withProtection(), EndpointSetup.SERVER.withProtection(), 1);
    }
}
