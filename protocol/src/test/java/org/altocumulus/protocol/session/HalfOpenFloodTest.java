package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.Opening;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Openings that stop after IIKeying, with cookies that are genuine. */
class HalfOpenFloodTest {
    private static final int MOST = 1024;
    private static final int MOST_OF_SOURCE = 64;
    private static final long KEY_AGREEMENT = MICROSECONDS.toNanos(200);

    private final SimPair pair =
            new SimPair(
                    EndpointSetup.CLIENT,
                    EndpointSetup.SERVER.withKeyWorker(KEY_AGREEMENT, 256),
                    5);
    private final SimEndpoint server = pair.server();
    private final List<byte[]> answered = new ArrayList<>();
    private byte[] certificate;
    private byte[] component;
    private int floods;

    HalfOpenFloodTest() {
        server.halfOpen(
                new HalfOpenSessions(MOST, MOST_OF_SOURCE), SessionParameters.CONFIRM_LIMIT);
        pair.network().tap(this::see);
        confirmed(pair.client());
    }

    /** Learns from the client what its keying looks like, and answers hellos of the flood. */
    private void see(Datagram datagram) {
        SeenPacket packet = StartupDatagrams.read(datagram);
        if (packet == null) {
            return;
        }
        if (packet.has(IIKeying.class) && certificate == null) {
            IIKeying keying = packet.all(IIKeying.class).get(0);
            certificate = keying.certificate();
            component = keying.component();
        }
        if (packet.has(RHello.class)) {
            answered.add(packet.all(RHello.class).get(0).cookie());
        }
    }

    /** Says hello and sends an IIKeying from that address, and nothing more. */
    private void stopAfterKeying(InetSocketAddress from) {
        floods++;
        byte[] wanted = EndpointDiscriminator.ofUri("rtmfp://server/app").encoded();
        answered.clear();
        receive(from, StartupDatagrams.of(new IHello(wanted, new byte[16]), 0));
        IIKeying keying =
                new IIKeying(floods, answered.get(0), certificate, component, new byte[1]);
        receive(from, StartupDatagrams.of(keying, 0));
    }

    private void receive(InetSocketAddress from, byte[] bytes) {
        server.receive(new Datagram(0, pair.time().now(), from, server.address(), bytes));
    }

    private static InetSocketAddress source(int host, int number) {
        return address(50 + host, 1024 + number);
    }

    @Test
    void halfOpenSessionsAreCountedApartAndEndAfterFiveSeconds() {
        for (int i = 0; i < 60; i++) {
            stopAfterKeying(source(0, i));
        }
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(server.halfOpen()).isEqualTo(60);
        assertThat(server.sessions().stream().filter(s -> !s.isHalfOpen())).hasSize(1);
        pair.time().runFor(SECONDS.toNanos(3));
        assertThat(server.halfOpen()).isEqualTo(60);
        pair.time().runFor(MILLISECONDS.toNanos(1100));
        assertThat(server.halfOpen()).isZero();
        assertThat(server.responder().halfOpen()).isZero();
        assertThat(server.sessions()).hasSize(1);
        assertThat(server.responder().openings()).isEqualTo(1);
        assertThat(server.counters().discarded(Discard.HALF_OPEN_ENDED)).isEqualTo(60);
    }

    /** 10,000 a second, of few sources and of very many, beside clients that mean it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 150})
    void clientsGetInBesideAFlood(int sources) {
        List<Opening> openings = new ArrayList<>();
        int most = 0;
        for (int millis = 0; millis < 2000; millis++) {
            for (int i = 0; i < 10; i++) {
                int number = millis * 10 + i;
                stopAfterKeying(source(number % sources, number / sources));
            }
            if (millis % 100 == 0) {
                SimEndpoint client =
                        pair.add(address(240, 2000 + millis), EndpointSetup.client(millis));
                openings.add(client.open(server.address()));
            }
            pair.time().runFor(MILLISECONDS.toNanos(1));
            openings.stream().filter(Opening::isOver).forEach(HalfOpenFloodTest::speak);
            most = Math.max(most, server.halfOpen());
        }
        pair.time().runFor(MILLISECONDS.toNanos(500));
        openings.stream().filter(Opening::isOver).forEach(HalfOpenFloodTest::speak);
        pair.time().runFor(SECONDS.toNanos(6));
        assertThat(most).isLessThanOrEqualTo(Math.min(MOST, sources * MOST_OF_SOURCE + 20));
        assertThat(openings).hasSize(20).allMatch(opening -> opening.session() != null);
        assertThat(server.sessions()).hasSize(21);
        assertThat(server.halfOpen()).isZero();
    }

    private static void speak(Opening opening) {
        if (opening.session() != null && opening.session().unfinishedFlows() == 0) {
            SentFlow.open(opening.session(), Priority.CONTROL).send(10);
        }
    }

    /** The answer is lost and asked for again: the five seconds begin anew. */
    @Test
    void aClientThatAsksForTheAnswerAgainHasTime() {
        SimEndpoint client = pair.add(address(240, 9), EndpointSetup.client(9));
        long from = pair.time().now();
        pair.network()
                .lose(
                        datagram ->
                                pair.time().now() - from < SECONDS.toNanos(9)
                                        && datagram.to().equals(client.address())
                                        && isAnswer(datagram));
        Opening opening = client.open(server.address());
        pair.time().runUntil(opening::isOver, SECONDS.toNanos(30));
        assertThat(pair.time().now() - from).isGreaterThan(SECONDS.toNanos(9));
        speak(opening);
        pair.time().runFor(SECONDS.toNanos(20));
        assertThat(opening.session().state()).isEqualTo(Session.State.OPEN);
        assertThat(server.sessions()).hasSize(2);
    }

    private static boolean isAnswer(Datagram datagram) {
        SeenPacket packet = StartupDatagrams.read(datagram);
        return packet != null && packet.has(RIKeying.class);
    }

    private void confirmed(SimEndpoint client) {
        Opening opening = client.open(server.address());
        pair.time().runUntil(() -> opening.session() != null, SECONDS.toNanos(10));
        SentFlow.open(opening.session(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(1));
    }
}
