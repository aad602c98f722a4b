package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;

/** Two loops without sockets or threads, in virtual time: a server, and a client of it. */
class MediaFirstTest {
    private static final InetSocketAddress SERVER = HostPort.parseNumeric("192.0.2.1:1935");
    private static final InetSocketAddress CLIENT = HostPort.parseNumeric("192.0.2.7:5000");
    private static final InetSocketAddress STRANGER = HostPort.parseNumeric("198.51.100.9:5000");
    private static final List<DhGroup> GROUPS = List.of(DhGroup.MODP_1024);
    private static final KeyingPolicy KEYING =
            new KeyingPolicy(
                    GROUPS,
                    Protection.ON_REQUEST,
                    Protection.ON_REQUEST,
                    KeyingPolicy.DEFAULT_HMAC_LENGTH);

    private final SecureRandom random = new SecureRandom();
    private final Identity identity = Identity.staticClient(DhGroup.MODP_1024, random);
    private final List<byte[]> hellos = new ArrayList<>();
    private final TestLoop server;
    private final TestLoop client;
    private final Introducer introducer;
    private long now = SECONDS.toNanos(1);
    private Session session;

    private static final class Quiet implements SessionListener {
        @Override
        public void onFlow(Session session, ReceiveFlow flow) {
            flow.handler((f, message) -> {});
        }

        @Override
        public void onClosed(Session session, CloseReason reason) {}
    }

    MediaFirstTest() {
        Identity own = Identity.ephemeralServer("", GROUPS, random);
        Responding responding = new Responding(own, KEYING, () -> new CookieFactory(new byte[32]));
        server = loop(SERVER, responding);
        client = loop(CLIENT, null);
        introducer = new Introducer(server.peers, random, List.of());
        client.loop.connect(
                0,
                new InitiatorListener() {
                    @Override
                    public void onOpened(Session opened) {
                        session = opened;
                    }

                    @Override
                    public void onFailed(String reason) {
                        throw new AssertionError(reason);
                    }
                },
                new Quiet(),
                identity,
                KEYING,
                EndpointDiscriminator.ofUri("rtmfp://server/app"),
                List.of(SERVER));
        exchange();
        assertThat(session).isNotNull();
        assertThat(server.sessions.open()).as("half-open").isZero();
        assertThat(server.halfOpen.count()).isEqualTo(1);
        say(1);
        exchange();
        assertThat(server.sessions.open()).isEqualTo(1);
        assertThat(server.halfOpen.count()).isZero();
    }

    private TestLoop loop(InetSocketAddress near, Responding responding) {
        return new TestLoop(near, responding, this::answer, loop -> new Quiet(), random, () -> now);
    }

    private HelloAnswer answer(
            long at, EndpointDiscriminator wanted, byte[] tag, InetSocketAddress from) {
        return wanted.fingerprint()
                .map(peerId -> introducer.answer(at, peerId, tag, from))
                .orElse(new HelloAnswer.Respond());
    }

    /** What left a loop since the last call, all key agreements done. */
    private static List<TestLoop.Sent> sent(TestLoop loop) {
        loop.channel.runPendingTasks();
        while (loop.agree()) {}
        return loop.sent();
    }

    private SendFlow flow;

    /** The client queues messages, which its loop sends when it is asked for what it sent. */
    private void say(int messages) {
        if (flow == null) {
            flow = session.openFlow(new byte[] {0, 'T', 'C', 4, 0}, -1, Priority.CONTROL);
        }
        for (int i = 0; i < messages; i++) {
            session.send(flow, new byte[900]);
        }
    }

    /** Lets both talk until they have nothing to say. */
    private void exchange() {
        boolean any = true;
        while (any) {
            any = false;
            for (TestLoop.Sent packet : sent(client)) {
                if (hellos.isEmpty()) {
                    hellos.add(packet.data());
                }
                server.take(packet.data(), CLIENT);
                any = true;
            }
            server.loop.endTurn();
            for (TestLoop.Sent packet : sent(server)) {
                client.take(packet.data(), SERVER);
                any = true;
            }
            client.loop.endTurn();
        }
    }

    private static List<InetSocketAddress> destinations(List<TestLoop.Sent> sent) {
        return sent.stream().map(TestLoop.Sent::to).toList();
    }

    @Test
    void packetsOfSessionsAreProcessedAndAnsweredBeforeTheHellosThatCameBeforeThem() {
        say(3);
        List<byte[]> media = sent(client).stream().map(TestLoop.Sent::data).toList();
        assertThat(media).isNotEmpty().allMatch(data -> Multiplex.sessionId(data, 0, 8) != 0);
        for (int i = 0; i < 20; i++) {
            server.take(hellos.get(0), STRANGER);
        }
        media.forEach(data -> server.take(data, CLIENT));
        for (int i = 0; i < 20; i++) {
            server.take(hellos.get(0), STRANGER);
        }
        assertThat(server.channel.outboundMessages()).as("answers before the end").isEmpty();
        server.loop.endTurn();
        List<InetSocketAddress> to = destinations(sent(server));
        assertThat(to.subList(to.size() - 40, to.size())).containsOnly(STRANGER);
        assertThat(to.subList(0, to.size() - 40)).isNotEmpty().containsOnly(CLIENT);
        assertThat(server.counters.discarded(Discard.STARTUP_LIMITED)).isZero();
    }

    /** The peer has to have opened its NAT when the asker tries it (RFC 7016 §3.5.1.6). */
    @Test
    void aPeerIsToldOfTheAskerBeforeTheAskerIsToldOfThePeer() {
        server.take(helloFor(identity.certificate().fingerprint()), STRANGER);
        server.loop.endTurn();
        List<InetSocketAddress> to = destinations(sent(server));
        assertThat(to).startsWith(CLIENT).endsWith(STRANGER).containsOnlyOnce(STRANGER);
        assertThat(server.counters.introductions.sum()).isEqualTo(1);
    }

    @Test
    void aClientThatAsksForItselfGetsNoAnswer() {
        server.take(helloFor(identity.certificate().fingerprint()), CLIENT);
        server.loop.endTurn();
        assertThat(sent(server)).isEmpty();
        assertThat(server.counters.discarded(Discard.OWN_PEER_ID)).isEqualTo(1);
    }

    private static byte[] helloFor(Fingerprint peer) {
        byte[] wanted = EndpointDiscriminator.ofFingerprint(peer).encoded();
        IHello hello = new IHello(wanted, new byte[16]);
        PacketHeader header = PacketHeader.startup(1);
        int size = header.size() + hello.size();
        byte[] plain = new byte[PacketSealer.HEADROOM + size + PacketSealer.TAILROOM];
        WireWriter writer = new WireWriter(plain, PacketSealer.HEADROOM, size);
        header.write(writer);
        hello.write(writer);
        byte[] sealed = new byte[plain.length + PacketSealer.TAILROOM];
        int end = PacketSealer.HEADROOM + size;
        int length = StartupKeys.newSealer().seal(0, plain, PacketSealer.HEADROOM, end, sealed, 0);
        return Arrays.copyOf(sealed, length);
    }

    @Test
    void aLoopThatDoesNotKeepUpDropsHellosAndNoPacketOfASession() {
        int turns = 100;
        long receivedBefore = server.counters.received.sum();
        for (int turn = 0; turn < turns; turn++) {
            now += MILLISECONDS.toNanos(1);
            for (int i = 0; i < StartupQueue.FULL_TURN; i++) {
                server.take(hellos.get(0), STRANGER);
            }
            server.loop.endTurn();
            if (turn < turns - 1) {
                destinations(sent(server));
            }
        }
        assertThat(destinations(sent(server))).hasSize(StartupQueue.FEW);
        int late = turns - 50;
        assertThat(server.counters.discarded(Discard.STARTUP_LIMITED))
                .isEqualTo((long) late * (StartupQueue.FULL_TURN - StartupQueue.FEW));
        assertThat(server.counters.received.sum() - receivedBefore)
                .isEqualTo((long) turns * StartupQueue.FULL_TURN);
        say(3);
        for (TestLoop.Sent packet : sent(client)) {
            server.take(packet.data(), CLIENT);
        }
        server.loop.endTurn();
        assertThat(destinations(sent(server))).isNotEmpty().containsOnly(CLIENT);
    }
}
