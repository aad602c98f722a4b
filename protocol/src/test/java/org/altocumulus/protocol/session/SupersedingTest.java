package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.Opening;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new attempt from an address that has a session (RFC 7016 §3.5.1.1.2). */
class SupersedingTest {
    private final SimPair pair = SimPair.plain(4);
    private final SimEndpoint server = pair.server();
    private final List<Datagram> sent = new ArrayList<>();

    SupersedingTest() {
        pair.network().tap(sent::add);
    }

    @ParameterizedTest
    @ValueSource(longs = {7425, 8})
    void aNewAttemptFromTheSameAddressEndsTheOldSessionOnceItIsConfirmed(long certificate) {
        confirmed(pair.client());
        Session old = server.onlySession();
        SimEndpoint again = restart(certificate);
        Opening opening = again.open(server.address());
        pair.time().runUntil(() -> opening.session() != null, SECONDS.toNanos(10));
        assertThat(server.sessions()).hasSize(2);
        assertThat(old.state()).isEqualTo(Session.State.OPEN);
        SentFlow.open(opening.session(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(server.onlySession()).isNotSameAs(old);
        assertThat(server.recorder().closed()).hasSize(1);
        assertThat(server.recorder().closed().get(0).reason()).isEqualTo(CloseReason.SUPERSEDED);
        assertThat(server.responder().openings()).isEqualTo(1);
    }

    @Test
    void ofAttemptsThatNobodyConfirmsOnlyTheLastIsKept() {
        confirmed(pair.client());
        Session old = server.onlySession();
        for (int i = 0; i < 5; i++) {
            SimEndpoint again = restart(100 + i);
            Opening opening = again.open(server.address());
            pair.time().runUntil(() -> opening.session() != null, SECONDS.toNanos(10));
            again.leave();
            assertThat(server.sessions()).hasSize(2);
        }
        assertThat(old.state()).isEqualTo(Session.State.OPEN);
        assertThat(server.responder().openings()).isEqualTo(1);
    }

    @Test
    void aReplayOfAnOldKeyingEndsNothingThatIsConfirmed() {
        pair.connect();
        Datagram oldKeying = keying();
        pair.clientSession().abort(CloseReason.NEAR_CLOSED, pair.client(), pair.time().now());
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(server.responder().openings()).isZero();
        confirmed(pair.client());
        Session current = server.onlySession();

        server.receive(oldKeying);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(server.sessions()).hasSize(2);
        pair.time().runFor(SECONDS.toNanos(60));
        assertThat(server.onlySession()).isSameAs(current);
        assertThat(current.state()).isEqualTo(Session.State.OPEN);

        Datagram currentKeying = keying();
        int before = sent.size();
        server.receive(currentKeying);
        assertThat(sent).hasSize(before);
        assertThat(server.counters().discarded(Discard.STALE_KEYING)).isEqualTo(1);
    }

    @Test
    void aNewClientAtAnAddressThatTheOldOneHasLeftEndsNothing() {
        confirmed(pair.client());
        Session moved = server.onlySession();
        InetSocketAddress left = pair.client().address();
        pair.client().moveTo(address(12, 50012));
        SentFlow.open(pair.clientSession(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(moved.address()).isEqualTo(address(12, 50012));

        SimEndpoint newcomer = pair.add(left, EndpointSetup.client(5));
        confirmed(newcomer);
        assertThat(server.sessions()).hasSize(2);
        assertThat(moved.state()).isEqualTo(Session.State.OPEN);
    }

    private SimEndpoint restart(long certificate) {
        pair.client().leave();
        return pair.add(pair.client().address(), EndpointSetup.client(certificate));
    }

    /** Opens a session and sends something on it. */
    private void confirmed(SimEndpoint client) {
        Opening opening = client.open(server.address());
        pair.time().runUntil(() -> opening.session() != null, SECONDS.toNanos(10));
        SentFlow.open(opening.session(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(1));
    }

    /** The latest IIKeying that was sent. */
    private Datagram keying() {
        return StartupDatagrams.last(sent, IIKeying.class);
    }
}
