package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.SessionCloseAck;
import org.altocumulus.protocol.congestion.RoundTripTimer;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeepaliveTest {
    private static final long SECOND = SECONDS.toNanos(1);

    @Test
    void aPingIsAnsweredWithItsMessageAtOnce() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new Ping(new byte[] {1, 2, 3}), new Ping(new byte[0]));
        List<PingReply> replies = peer.received(PingReply.class);
        assertThat(replies).hasSize(2);
        assertThat(replies.get(0).messageEcho()).containsExactly(1, 2, 3);
        assertThat(replies.get(1).messageEcho()).isEmpty();
    }

    @Test
    void aPingThatIsTooLongToAnswerIsPassedOver() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        byte[] datagram = peer.seal(new Ping(new byte[3000]), new Ping(new byte[] {7}));
        Session session = peer.far();
        session.onDatagram(peer.pair().time().now(), datagram, 0, datagram.length, peer.address());
        peer.run(SECONDS.toNanos(1));
        assertThat(peer.received(PingReply.class)).hasSize(1);
    }

    @Test
    void aFloodOfPingsIsAnsweredInPart() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        Ping[] pings = new Ping[300];
        Arrays.fill(pings, new Ping(new byte[0]));
        peer.exchange(pings);
        assertThat(peer.received(PingReply.class)).hasSizeBetween(32, 64);
    }

    @ParameterizedTest
    @CsvSource({"5, 1", "10, 4", "65, 2", "66, 3", "180, 4", "86400, 2"})
    void aSilentClientIsDroppedAfterAllTriesAndNotBefore(long interval, int tries) {
        long nanos = SECONDS.toNanos(interval);
        SessionTimeouts timeouts =
                SessionTimeouts.DEFAULT.withIdle(Long.MAX_VALUE / 2).withPings(nanos, nanos, tries);
        SessionParameters parameters = SessionParameters.DEFAULT.withTimeouts(timeouts);
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER.withParameters(parameters));
        peer.exchange(new PingReply(new byte[0]));
        peer.received();
        Session session = peer.far();
        peer.run(SECONDS.toNanos(interval * (tries + 1) - 1));
        assertThat(peer.received(Ping.class)).hasSize(tries);
        assertThat(session.state()).isEqualTo(Session.State.OPEN);
        peer.run(SECONDS.toNanos(1));
        assertThat(session.state()).isEqualTo(Session.State.CLOSED);
        assertThat(peer.pair().server().sessions()).isEmpty();
        assertThat(peer.pair().server().recorder().closed()).hasSize(1);
        assertThat(peer.pair().server().recorder().closed().get(0).reason())
                .isEqualTo(CloseReason.TIMED_OUT);
        peer.run(SECONDS.toNanos(interval * 10));
        assertThat(peer.received(SessionCloseAck.class))
                .as("one word, in case only its packets are lost")
                .hasSize(1);
    }

    @Test
    void aClientThatAnswersIsNeverDropped() {
        SimPair pair = SimPair.plain(1);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(1);
        pair.time().runFor(SECONDS.toNanos(100_000));
        assertThat(pair.client().sessions()).hasSize(1);
        assertThat(pair.server().sessions()).hasSize(1);
        assertThat(pair.network().sent()).isLessThan(45_000);
    }

    @Test
    void aClientThatAnswersWithEmptyRepliesIsNeverDropped() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new PingReply(new byte[0]));
        for (int i = 0; i < 1000; i++) {
            peer.run(SECONDS.toNanos(1));
            if (!peer.received(Ping.class).isEmpty()) {
                peer.send(new PingReply(new byte[0]));
            }
        }
        assertThat(peer.far().state()).isEqualTo(Session.State.OPEN);
    }

    @Test
    void aSessionThatTheInitiatorNeverUsesEndsBySilence() {
        SimPair pair = SimPair.plain(1);
        pair.connect();
        pair.client().leave();
        pair.time().runFor(SECONDS.toNanos(60));
        assertThat(pair.server().sessions()).isEmpty();
        assertThat(pair.client().sessions()).isEmpty();
        assertThat(pair.server().responder().openings()).isZero();
    }

    @Test
    void oneDirectionAloneIsNotAlive() {
        SimPair pair = SimPair.plain(1);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(1);
        pair.time().runFor(SECONDS.toNanos(1));
        pair.network().cut(pair.client().address(), pair.server().address());
        pair.time().runFor(SECONDS.toNanos(60));
        assertThat(pair.server().sessions()).isEmpty();
        pair.time().runFor(SECONDS.toNanos(60));
        assertThat(pair.client().sessions()).isEmpty();
    }

    @Test
    void whoAsksForASignOfLifeLearnsWhetherOneCame() {
        SimPair pair = SimPair.plain(1);
        Session session = pair.connect();
        SentFlow.open(session, Priority.CONTROL).send(1);
        pair.time().runFor(5 * SECOND);
        long asked = pair.time().now();
        assertThat(session.heardAt()).isLessThan(asked);
        session.ping();
        pair.time().runFor(SECOND);
        assertThat(session.heardAt()).isGreaterThanOrEqualTo(asked);

        pair.network().cut(pair.client().address(), pair.server().address());
        long askedAgain = pair.time().now();
        session.ping();
        pair.time().runFor(SECOND);
        assertThat(session.heardAt()).isLessThan(askedAgain);
    }

    @Test
    void thePollPingsAsOftenAsItMayAndThenGivesUp() {
        RoundTripTimer roundTrip = new RoundTripTimer();
        Keepalive keepalive = new Keepalive(-50, 10 * SECOND, 10 * SECOND, 2);
        long first = 10 * SECOND - 50;
        assertThat(keepalive.poll(first - 1, roundTrip)).isEqualTo(Keepalive.Action.WAIT);
        assertThat(keepalive.deadline()).isEqualTo(first);
        assertThat(keepalive.poll(first, roundTrip)).isEqualTo(Keepalive.Action.PING);
        assertThat(keepalive.poll(first, roundTrip)).isEqualTo(Keepalive.Action.WAIT);
        keepalive.onReceived(60);
        long ping = 10 * SECOND + 60;
        assertThat(keepalive.poll(ping, roundTrip)).isEqualTo(Keepalive.Action.PING);
        assertThat(keepalive.poll(ping + 10 * SECOND, roundTrip)).isEqualTo(Keepalive.Action.PING);
        assertThat(keepalive.poll(ping + 20 * SECOND - 1, roundTrip))
                .isEqualTo(Keepalive.Action.WAIT);
        assertThat(keepalive.poll(ping + 20 * SECOND, roundTrip))
                .isEqualTo(Keepalive.Action.GIVE_UP);
    }

    @Test
    void falseEchoesDoNotMakeALostSessionLastForLong() {
        RoundTripTimer roundTrip = new RoundTripTimer();
        roundTrip.onMeasurement(SECONDS.toNanos(131));
        Keepalive keepalive = new Keepalive(0, SECONDS.toNanos(10), SECONDS.toNanos(5), 4);
        int pings = 0;
        while (keepalive.poll(keepalive.deadline(), roundTrip) == Keepalive.Action.PING) {
            pings++;
        }
        assertThat(pings).isEqualTo(4);
        assertThat(keepalive.deadline()).isEqualTo(SECONDS.toNanos(50));
    }

    @Test
    void pingsWithoutAnAnswerLengthenTheRetransmissionTimeoutAndKeepToIt() {
        RoundTripTimer roundTrip = new RoundTripTimer();
        Keepalive keepalive = new Keepalive(0, SECOND, SECOND, 4);
        assertThat(keepalive.poll(SECOND, roundTrip)).isEqualTo(Keepalive.Action.PING);
        assertThat(keepalive.deadline()).as("3 s before any measurement").isEqualTo(4 * SECOND);
        assertThat(keepalive.poll(4 * SECOND, roundTrip)).isEqualTo(Keepalive.Action.PING);
        long longer = (long) (3 * SECOND * 1.4142);
        assertThat(roundTrip.effectiveTimeout()).isEqualTo(longer);
        assertThat(keepalive.deadline()).isEqualTo(4 * SECOND + longer);
        keepalive.onReceived(5 * SECOND);
        roundTrip.onMeasurement(SECOND / 10);
        assertThat(keepalive.poll(6 * SECOND, roundTrip)).isEqualTo(Keepalive.Action.PING);
        assertThat(roundTrip.effectiveTimeout()).isEqualTo(SECOND / 2);
        assertThat(keepalive.deadline()).isEqualTo(7 * SECOND);
    }
}
