package org.altocumulus.edge.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
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
import org.altocumulus.protocol.session.HalfOpenSessions;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.TransportCounters;
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
    private final End server;
    private final End client;
    private long now = SECONDS.toNanos(1);
    private Session session;

    /** A loop, and the channel that stands for its socket. */
    private final class End {
        final EmbeddedChannel channel = new EmbeddedChannel();
        final TransportCounters counters = new TransportCounters();
        final KeyExchange keys = new KeyExchange(1, 16, () -> false);
        final SessionCount sessions = new SessionCount(100);
        final HalfOpenSessions halfOpen = new HalfOpenSessions(100, 100);
        final NodePeers peers = new NodePeers();
        final Introducer introducer = new Introducer(peers, random, List.of());
        final NodeLoop loop;

        End(Responding responding) {
            NodeClock clock =
                    new NodeClock() {
                        @Override
                        public long nanos() {
                            return now;
                        }

                        @Override
                        public long wallMillis() {
                            return 1_790_000_000_000L;
                        }
                    };
            NodeParameters parameters =
                    new NodeParameters(
                            List.of(SERVER),
                            1,
                            false,
                            Duration.ZERO,
                            1 << 16,
                            1 << 16,
                            1,
                            16,
                            100,
                            HalfOpenLimits.DEFAULT,
                            Duration.ZERO,
                            Duration.ZERO,
                            SessionParameters.DEFAULT,
                            CongestionAlgorithm.WINDOW);
            LoopServices services =
                    new LoopServices(
                            parameters,
                            clock,
                            random,
                            counters,
                            keys,
                            sessions,
                            halfOpen,
                            new HelloProbes(random),
                            new ForeignPackets(),
                            peers,
                            responding,
                            this::answer,
                            loop -> new Quiet());
            List<NodeLoop> loops = new ArrayList<>();
            loop = new NodeLoop(0, channel.eventLoop(), new Gathering(0), services, loops);
            loops.add(loop);
            loop.sockets().add(channel, SERVER.getAddress());
        }

        private HelloAnswer answer(
                long at, EndpointDiscriminator wanted, byte[] tag, InetSocketAddress from) {
            return wanted.fingerprint()
                    .map(peerId -> introducer.answer(at, peerId, tag, from))
                    .orElse(new HelloAnswer.Respond());
        }

        /** What left since the last call. */
        List<DatagramPacket> sent() {
            channel.runPendingTasks();
            while (keys.turn()) {
                channel.runPendingTasks();
            }
            List<DatagramPacket> sent = new ArrayList<>();
            for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
                sent.add((DatagramPacket) out);
            }
            return sent;
        }

        void take(byte[] data, InetSocketAddress from) {
            loop.onDatagram(0, data, data.length, from);
        }
    }

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
        server = new End(new Responding(own, KEYING, () -> new CookieFactory(new byte[32])));
        client = new End(null);
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
            for (DatagramPacket packet : client.sent()) {
                byte[] data = bytes(packet);
                if (hellos.isEmpty()) {
                    hellos.add(data);
                }
                server.take(data, CLIENT);
                any = true;
            }
            server.loop.endTurn();
            for (DatagramPacket packet : server.sent()) {
                client.take(bytes(packet), SERVER);
                any = true;
            }
            client.loop.endTurn();
        }
    }

    private static byte[] bytes(DatagramPacket packet) {
        ByteBuf content = packet.content();
        byte[] bytes = ByteBufUtil.getBytes(content);
        packet.release();
        return bytes;
    }

    private static List<InetSocketAddress> destinations(List<DatagramPacket> sent) {
        List<InetSocketAddress> destinations = new ArrayList<>();
        for (DatagramPacket packet : sent) {
            destinations.add(packet.recipient());
            packet.release();
        }
        return destinations;
    }

    @Test
    void packetsOfSessionsAreProcessedAndAnsweredBeforeTheHellosThatCameBeforeThem() {
        say(3);
        List<byte[]> media = client.sent().stream().map(MediaFirstTest::bytes).toList();
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
        List<InetSocketAddress> to = destinations(server.sent());
        assertThat(to.subList(to.size() - 40, to.size())).containsOnly(STRANGER);
        assertThat(to.subList(0, to.size() - 40)).isNotEmpty().containsOnly(CLIENT);
        assertThat(server.counters.discarded(Discard.STARTUP_LIMITED)).isZero();
    }

    /** The peer has to have opened its NAT when the asker tries it (RFC 7016 §3.5.1.6). */
    @Test
    void aPeerIsToldOfTheAskerBeforeTheAskerIsToldOfThePeer() {
        server.take(helloFor(identity.certificate().fingerprint()), STRANGER);
        server.loop.endTurn();
        List<InetSocketAddress> to = destinations(server.sent());
        assertThat(to).startsWith(CLIENT).endsWith(STRANGER).containsOnlyOnce(STRANGER);
        assertThat(server.counters.introductions.sum()).isEqualTo(1);
    }

    @Test
    void aClientThatAsksForItselfGetsNoAnswer() {
        server.take(helloFor(identity.certificate().fingerprint()), CLIENT);
        server.loop.endTurn();
        assertThat(server.sent()).isEmpty();
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
                destinations(server.sent());
            }
        }
        assertThat(destinations(server.sent())).hasSize(StartupQueue.FEW);
        int late = turns - 50;
        assertThat(server.counters.discarded(Discard.STARTUP_LIMITED))
                .isEqualTo((long) late * (StartupQueue.FULL_TURN - StartupQueue.FEW));
        assertThat(server.counters.received.sum() - receivedBefore)
                .isEqualTo((long) turns * StartupQueue.FULL_TURN);
        say(3);
        for (DatagramPacket packet : client.sent()) {
            server.take(bytes(packet), CLIENT);
        }
        server.loop.endTurn();
        assertThat(destinations(server.sent())).isNotEmpty().containsOnly(CLIENT);
    }
}
