package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
    private static final byte[] METADATA = {'T', 'C', 4, 0};

    /** A ping of the server comes while its keys do not, and waits for them. */
    @Test
    void timeThatAPacketWaitsForKeysIsNoRoundTrip() {
        SimPair pair = SimPair.plain(1);
        long keysPass = pair.time().now() + SECONDS.toNanos(12);
        pair.network()
                .lose(
                        datagram ->
                                datagram.at() < keysPass
                                        && datagram.from().equals(pair.server().address())
                                        && datagram.bytes().length > 100
                                        && Multiplex.sessionId(
                                                        datagram.bytes(),
                                                        0,
                                                        datagram.bytes().length)
                                                != 0);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(100);
        assertThat(pair.time().now()).isGreaterThan(keysPass);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(pair.serverSession().roundTripTime())
                .isBetween(MILLISECONDS.toNanos(20), MILLISECONDS.toNanos(40));
    }

    /** Otherwise the client would get keys of a session that is no more. */
    @Test
    void aSessionWaitsAsLongForItsClientAsThatTriesToOpenIt() {
        SimPair pair = SimPair.plain(1);
        long answersPass = pair.time().now() + SECONDS.toNanos(70);
        pair.network()
                .lose(
                        datagram ->
                                datagram.at() < answersPass
                                        && datagram.from().equals(pair.server().address())
                                        && Multiplex.sessionId(
                                                        datagram.bytes(),
                                                        0,
                                                        datagram.bytes().length)
                                                != 0);
        SentFlow up = SentFlow.open(pair.connect(), Priority.CONTROL);
        up.send(100);
        assertThat(pair.time().now()).isGreaterThan(answersPass);
        pair.time().runFor(SECONDS.toNanos(1));
        up.assertAllArrived(up.arrivedAt(pair.server()));
        assertThat(pair.server().keyAgreements()).isEqualTo(1);
    }

    @Test
    void aSessionOpensInFourPackets() {
        SimPair pair = SimPair.plain(1);
        Session client = pair.connect();
        Session server = pair.serverSession();

        assertThat(pair.network().sent()).isEqualTo(4);
        assertThat(client.identity().farId()).isEqualTo(server.identity().nearId());
        assertThat(server.identity().farId()).isEqualTo(client.identity().nearId());
        assertThat(client.identity().keys().nearNonce())
                .isEqualTo(server.identity().keys().farNonce());
        assertThat(client.identity().far())
                .isEqualTo(pair.server().setup().identity().certificate());
        assertThat(server.identity().far())
                .isEqualTo(pair.client().setup().identity().certificate());
        assertThat(client.isConfirmed()).isFalse();
        exchangeMessages(pair);
        assertThat(server.isConfirmed()).isTrue();
        assertThat(client.isConfirmed()).isTrue();
    }

    @Test
    void aSessionWithHmacAndSequenceNumbersOpens() {
        SimPair pair =
                new SimPair(
                        EndpointSetup.CLIENT.withProtection(),
                        EndpointSetup.SERVER.withProtection(),
                        1);
        assertThat(pair.connect().identity().keys().negotiatedMoreThanChecksum()).isTrue();
        exchangeMessages(pair);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void anyOnePacketMayGetLost(int number) {
        SimPair pair = SimPair.plain(1);
        pair.network().lose(datagram -> datagram.number() == number);
        pair.connect();
        exchangeMessages(pair);
        assertThat(pair.network().lost()).isEqualTo(1);
        assertThat(pair.server().keyAgreements()).isEqualTo(1);
        assertThat(pair.server().sessions()).hasSize(1);
    }

    private static void exchangeMessages(SimPair pair) {
        byte[] question = "question".getBytes(StandardCharsets.US_ASCII);
        byte[] answer = "answer".getBytes(StandardCharsets.US_ASCII);
        pair.server()
                .recorder()
                .onFlow(
                        log -> {
                            SendFlow flow =
                                    log.session()
                                            .openFlow(METADATA, log.flow().id(), Priority.CONTROL);
                            log.session().send(flow, answer);
                        });
        Session client = pair.clientSession();
        SendFlow flow = client.openFlow(METADATA, FlowOptions.NO_FLOW, Priority.CONTROL);
        client.send(flow, question);
        pair.time().runFor(SECONDS.toNanos(12));
        assertThat(pair.server().recorder().onlyFlow().messages()).containsExactly(question);
        assertThat(pair.client().recorder().onlyFlow().messages()).containsExactly(answer);
        assertThat(client.queuedBytes()).isZero();
        assertThat(pair.serverSession().queuedBytes()).isZero();
    }
}
