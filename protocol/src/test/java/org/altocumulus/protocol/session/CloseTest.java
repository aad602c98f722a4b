package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.SessionCloseAck;
import org.altocumulus.protocol.chunk.SessionCloseRequest;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.RawPeer;
import org.altocumulus.protocol.sim.Recorder;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;

class CloseTest {
    private static final byte[] METADATA = {'T', 'C', 4, 0};

    @Test
    void aCloseIsAcknowledgedAndTheOtherEndLingers() {
        SimPair pair = openPair();
        Session client = pair.clientSession();
        Session server = pair.serverSession();
        client.close(pair.time().now());
        pair.time().runFor(MILLISECONDS.toNanos(30));
        assertThat(client.state()).isEqualTo(Session.State.CLOSED);
        assertThat(server.state()).isEqualTo(Session.State.FARCLOSE_LINGER);
        assertThat(reason(pair.client())).isEqualTo(CloseReason.NEAR_CLOSED);
        assertThat(reason(pair.server())).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(pair.server().sessions()).hasSize(1);
        pair.time().runFor(SECONDS.toNanos(19));
        assertThat(pair.server().sessions()).isEmpty();
        assertThat(pair.server().responder().openings()).isZero();
        assertThat(server.deadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aSessionWithATimeToEndIsClosedThenInGoodOrder() {
        SimPair pair = openPair();
        SentFlow.open(pair.clientSession(), Priority.CONTROL).send(10);
        Session server = pair.serverSession();
        server.endBy(pair.time().now() + SECONDS.toNanos(30));
        pair.time().runFor(SECONDS.toNanos(29));
        assertThat(server.state()).isEqualTo(Session.State.OPEN);
        pair.time().runFor(SECONDS.toNanos(2));
        assertThat(reason(pair.server())).isEqualTo(CloseReason.NEAR_CLOSED);
        assertThat(reason(pair.client())).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(pair.server().sessions()).as("the close was confirmed").isEmpty();
    }

    @Test
    void aTimeToEndCanBeTakenBack() {
        SimPair pair = openPair();
        SentFlow.open(pair.clientSession(), Priority.CONTROL).send(10);
        Session server = pair.serverSession();
        server.endBy(pair.time().now() + SECONDS.toNanos(30));
        pair.time().runFor(SECONDS.toNanos(29));
        server.endBy(Long.MAX_VALUE);
        pair.time().runFor(SECONDS.toNanos(3600));
        assertThat(server.state()).isEqualTo(Session.State.OPEN);
    }

    @Test
    void bothEndsMayCloseAtOnce() {
        SimPair pair = openPair();
        pair.clientSession().close(pair.time().now());
        pair.serverSession().close(pair.time().now());
        pair.time().runFor(MILLISECONDS.toNanos(50));
        assertThat(pair.client().sessions()).isEmpty();
        assertThat(pair.server().sessions()).isEmpty();
        assertThat(reason(pair.client())).isEqualTo(CloseReason.NEAR_CLOSED);
        assertThat(reason(pair.server())).isEqualTo(CloseReason.NEAR_CLOSED);
    }

    @Test
    void aCloseThatNobodyAcknowledgesIsRepeatedAndEndsAfter90Seconds() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(new Ping(new byte[0]));
        peer.received();
        Session session = peer.far();
        session.close(peer.pair().time().now());
        peer.run(SECONDS.toNanos(89));
        assertThat(peer.received(SessionCloseRequest.class)).hasSize(18);
        assertThat(session.state()).isEqualTo(Session.State.NEARCLOSE);
        peer.run(SECONDS.toNanos(2));
        assertThat(session.state()).isEqualTo(Session.State.CLOSED);
        assertThat(peer.pair().server().sessions()).isEmpty();
        assertThat(peer.pair().server().recorder().closed()).hasSize(1);
    }

    @Test
    void aCloseSurvivesTheLossOfItsAcknowledgements() {
        SimPair pair = openPair();
        int[] left = {3};
        pair.network().lose(d -> d.from().equals(pair.server().address()) && left[0]-- > 0);
        pair.clientSession().close(pair.time().now());
        pair.time().runFor(SECONDS.toNanos(16));
        assertThat(pair.client().sessions()).isEmpty();
        assertThat(pair.server().recorder().closed()).hasSize(1);
    }

    @Test
    void anAbortIsASingleAcknowledgement() {
        SimPair pair = openPair();
        long before = pair.network().sent();
        pair.serverSession().abort(CloseReason.MISBEHAVED, pair.server(), pair.time().now());
        assertThat(pair.server().sessions()).isEmpty();
        pair.time().runFor(SECONDS.toNanos(30));
        assertThat(pair.network().sent()).isEqualTo(before + 1);
        assertThat(pair.client().sessions()).isEmpty();
        assertThat(reason(pair.client())).isEqualTo(CloseReason.FAR_CLOSED);
        assertThat(reason(pair.server())).isEqualTo(CloseReason.MISBEHAVED);
    }

    @Test
    void aClientThatAcknowledgesNothingIsToldThatItsSessionEnds() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(data(1));
        Session session = peer.far();
        SendFlow flow = session.openFlow(METADATA, FlowOptions.NO_FLOW, Priority.CONTROL);
        session.send(flow, new byte[10]);
        int seconds = 0;
        while (session.state() == Session.State.OPEN) {
            assertThat(peer.received(SessionCloseRequest.class)).isEmpty();
            // It lives: this is not the silence that pings find.
            peer.send(new Ping(new byte[0]));
            peer.run(SECONDS.toNanos(1));
            seconds++;
        }
        assertThat(seconds).isBetween(60, 68);
        assertThat(reason(peer.pair().server())).isEqualTo(CloseReason.TIMED_OUT);
        assertThat(peer.received(SessionCloseRequest.class)).as("at once").hasSize(1);
        assertThat(session.queuedBytes()).isZero();
        peer.run(SECONDS.toNanos(5));
        assertThat(peer.received(SessionCloseRequest.class)).as("repeated").hasSize(1);
        peer.exchange(new SessionCloseAck());
        assertThat(peer.pair().server().sessions()).isEmpty();
    }

    @Test
    void aClientThatIsSilentIsToldOnce() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(data(1));
        peer.received();
        peer.run(SECONDS.toNanos(120));
        assertThat(reason(peer.pair().server())).isEqualTo(CloseReason.TIMED_OUT);
        assertThat(peer.received(SessionCloseAck.class)).hasSize(1);
        assertThat(peer.pair().server().sessions()).isEmpty();
    }

    @Test
    void whatComesBeforeALoneAcknowledgementIsProcessedFirst() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(data(1), new SessionCloseAck(), data(2));
        Recorder recorder = peer.pair().server().recorder();
        assertThat(recorder.onlyFlow().messages()).hasSize(1);
        assertThat(recorder.closed()).hasSize(1);
        assertThat(peer.pair().server().sessions()).isEmpty();
        peer.exchange(data(3));
        assertThat(recorder.onlyFlow().messages()).hasSize(1);
    }

    @Test
    void aClosingSessionAnswersRequestsAndNothingElse() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(data(1));
        peer.exchange(new SessionCloseRequest());
        assertThat(peer.received(SessionCloseAck.class)).hasSize(1);
        peer.exchange(new Ping(new byte[1]), data(2));
        assertThat(peer.received()).isEmpty();
        peer.exchange(new SessionCloseRequest());
        assertThat(peer.received(SessionCloseAck.class)).hasSize(1);
        assertThat(peer.pair().server().recorder().onlyFlow().messages()).hasSize(1);
    }

    @Test
    void aSessionThatIsClosedBeforeItsFirstPacketIsNotPinged() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.far().close(peer.pair().time().now());
        peer.exchange(new PingReply(new byte[0]));
        assertThat(peer.received(Ping.class)).isEmpty();
    }

    @Test
    void closingInTheMiddleOfADeliveryEndsIt() {
        RawPeer peer = RawPeer.open(EndpointSetup.SERVER);
        peer.exchange(data(1));
        SimEndpoint server = peer.pair().server();
        Session session = peer.far();
        // The log of the flow fails when it is told of messages in a session that is not open.
        server.recorder()
                .onlyFlow()
                .flow()
                .handler(
                        (flow, message) -> {
                            assertThat(session.state()).isEqualTo(Session.State.OPEN);
                            session.close(peer.pair().time().now());
                        });
        peer.exchange(data(3), data(4), data(5), data(2), data(6));
        assertThat(session.state()).isEqualTo(Session.State.NEARCLOSE);
    }

    @Test
    void anEndedSessionTakesNoOrders() {
        SimPair pair = openPair();
        Session client = pair.clientSession();
        SendFlow flow = client.openFlow(METADATA, FlowOptions.NO_FLOW, Priority.BULK);
        client.terminate(CloseReason.NEAR_CLOSED);
        client.terminate(CloseReason.NEAR_CLOSED);
        client.close(pair.time().now());
        client.abort(CloseReason.NEAR_CLOSED, pair.client(), pair.time().now());
        long before = pair.network().sent();
        assertThat(client.send(flow, new byte[1])).isFalse();
        client.closeFlow(flow);
        client.flush(pair.time().now(), pair.client());
        assertThat(pair.network().sent()).isEqualTo(before);
        assertThat(pair.client().recorder().closed()).hasSize(1);
        assertThat(client.queuedBytes()).isZero();
    }

    private static CloseReason reason(SimEndpoint endpoint) {
        assertThat(endpoint.recorder().closed()).hasSize(1);
        return endpoint.recorder().closed().get(0).reason();
    }

    private static SimPair openPair() {
        SimPair pair = SimPair.plain(1);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(5);
        pair.time().runFor(SECONDS.toNanos(1));
        return pair;
    }

    static UserData data(long number) {
        byte[] text = {(byte) number};
        return new UserData(
                false,
                false,
                FragmentControl.WHOLE,
                2,
                number,
                number,
                FlowOptions.of(METADATA),
                text,
                0,
                1);
    }
}
