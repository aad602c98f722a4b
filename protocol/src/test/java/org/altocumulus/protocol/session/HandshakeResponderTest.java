package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.CookieChange;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.Opening;
import org.altocumulus.protocol.sim.SeededRandom;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimPair;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeResponderTest {
    private final SimPair pair = SimPair.plain(4);
    private final SimEndpoint server = pair.server();
    private final List<Datagram> sent = new ArrayList<>();

    HandshakeResponderTest() {
        pair.network().tap(sent::add);
    }

    @Test
    void aLostAnswerIsRepeatedByteForByteWithoutAnotherAgreement() {
        List<Chunk> answers = new ArrayList<>();
        pair.network()
                .lose(
                        datagram ->
                                isAnswer(datagram)
                                        && answers.add(answer(datagram))
                                        && answers.size() < 4);
        pair.connect();
        assertThat(answers).hasSize(4);
        RIKeying first = (RIKeying) answers.get(0);
        for (Chunk answer : answers) {
            RIKeying again = (RIKeying) answer;
            assertThat(again.responderSessionId()).isEqualTo(first.responderSessionId());
            assertThat(again.component()).isEqualTo(first.component());
        }
        assertThat(server.keyAgreements()).isEqualTo(1);
        assertThat(server.sessions()).hasSize(1);
    }

    @Test
    void aDuplicatedKeyingMakesOneSession() {
        pair.network().link(LinkProfile.GOOD.withDuplication(1));
        pair.connect();
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(server.keyAgreements()).isEqualTo(1);
        assertThat(server.sessions()).hasSize(1);
    }

    /** RFC 7016 §3.5.1.1.2: it is a retransmission. */
    @Test
    void aKeyingAgainSoonAfterTheFirstPacketGetsTheSameAnswer() {
        confirmed(pair.client());
        Session session = server.onlySession();
        RIKeying answer = (RIKeying) answer(sent.get(3));
        int before = sent.size();
        server.receive(keying());
        assertThat(sent).hasSize(before + 1);
        RIKeying again = (RIKeying) answer(sent.get(before));
        assertThat(again.responderSessionId()).isEqualTo(answer.responderSessionId());
        assertThat(again.component()).isEqualTo(answer.component());
        assertThat(server.keyAgreements()).isEqualTo(1);
        assertThat(server.onlySession()).isSameAs(session);
        pair.time().runFor(SECONDS.toNanos(60));
        assertThat(session.state()).isEqualTo(Session.State.OPEN);
    }

    /** A departure from that section: an answer is not kept for as long as the session. */
    @Test
    void aKeyingAgainLaterIsNotAnswered() {
        confirmed(pair.client());
        pair.time().runFor(SECONDS.toNanos(10));
        int before = sent.size();
        server.receive(keying());
        assertThat(sent).hasSize(before);
        assertThat(server.counters().discarded(Discard.STALE_KEYING)).isEqualTo(1);
        assertThat(server.keyAgreements()).isEqualTo(1);
    }

    @Test
    void aKeyingReplayedFromElsewhereGetsANewCookieAndNothingElse() {
        pair.connect();
        Datagram keying = keying();
        InetSocketAddress elsewhere = address(200, 6666);
        sent.clear();
        pair.network().send(elsewhere, server.address(), keying.bytes());
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).to()).isEqualTo(elsewhere);
        SeenPacket packet = StartupDatagrams.read(sent.get(1));
        assertThat(packet.all(CookieChange.class).get(0).oldCookie())
                .isEqualTo(read(keying).cookieEcho());
        assertThat(server.keyAgreements()).isEqualTo(1);
        assertThat(server.responder().openings()).isEqualTo(1);
    }

    @Test
    void aClientWhoseAddressChangesInTheMiddleTakesTheNewCookie() {
        pair.network()
                .tap(
                        datagram -> {
                            if (datagram.number() == 1) {
                                pair.time()
                                        .after(
                                                MILLISECONDS.toNanos(11),
                                                () -> pair.client().moveTo(address(11, 50001)));
                            }
                        });
        Session session = pair.connect();
        assertThat(pair.serverSession().address()).isEqualTo(address(11, 50001));
        assertThat(session.address()).isEqualTo(server.address());
        assertThat(server.keyAgreements()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "94, 1, 0", "95, 1, 0", "96, 0, 1", "300, 0, 1"})
    void aCookieLives95Seconds(int age, int agreements, int expired) {
        pair.network().lose(datagram -> datagram.number() == 2);
        pair.client().open(server.address());
        pair.time().runUntil(() -> sent.size() == 3, SECONDS.toNanos(1));
        pair.client().leave();
        Datagram keying = keying();
        long baked = sent.get(1).at();
        pair.network().lose(datagram -> datagram.from().equals(pair.client().address()));
        pair.time().runFor(baked + SECONDS.toNanos(age) - pair.time().now());
        server.receive(keying);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(server.keyAgreements()).isEqualTo(agreements);
        assertThat(server.counters().discarded(Discard.EXPIRED_COOKIE)).isEqualTo(expired);
    }

    @Test
    void aForgedCookieIsDropped() {
        pair.connect();
        IIKeying genuine = read(keying());
        byte[] cookie = genuine.cookieEcho().clone();
        cookie[20] ^= 1;
        IIKeying forged =
                new IIKeying(7, cookie, genuine.certificate(), genuine.component(), new byte[1]);
        int before = sent.size();
        pair.network().send(address(200, 1), server.address(), StartupDatagrams.of(forged, 0));
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(sent).hasSize(before + 1);
        assertThat(server.counters().discarded(Discard.FORGED_COOKIE)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"certificate", "component"})
    void aKeyingThatBreaksTheProfileLeavesNothing(String part) {
        pair.network().lose(datagram -> datagram.number() == 2);
        pair.client().open(server.address());
        pair.time().runUntil(() -> sent.size() == 3, SECONDS.toNanos(1));
        IIKeying genuine = read(keying());
        byte[] junk = {1, 2, 3, 4};
        boolean certificate = part.equals("certificate");
        IIKeying bad =
                new IIKeying(
                        7,
                        genuine.cookieEcho(),
                        certificate ? junk : genuine.certificate(),
                        certificate ? genuine.component() : junk,
                        new byte[1]);
        pair.network().send(pair.client().address(), server.address(), StartupDatagrams.of(bad, 0));
        pair.time().runFor(MILLISECONDS.toNanos(20));
        assertThat(server.responder().openings()).isZero();
        assertThat(server.sessions()).isEmpty();
        pair.time().runFor(SECONDS.toNanos(2));
        assertThat(server.sessions()).as("the genuine one, repeated").hasSize(1);
    }

    @Test
    void aHundredThousandHellosKeepNothing() {
        int hellos = 100_000;
        byte[] wanted = EndpointDiscriminator.ofUri("rtmfp://server/app").encoded();
        byte[] hello = StartupDatagrams.of(new IHello(wanted, new byte[16]), 0);
        sent.clear();
        for (int i = 0; i < hellos; i++) {
            InetSocketAddress from = address(100 + i % 100, 1024 + i / 100);
            server.receive(new Datagram(i, pair.time().now(), from, server.address(), hello));
            if (sent.size() >= 1000) {
                pair.time().runFor(MILLISECONDS.toNanos(20));
                sent.clear();
            }
        }
        assertThat(pair.network().sent()).isEqualTo(hellos);
        assertThat(server.responder().openings()).isZero();
        assertThat(server.sessions()).isEmpty();
        assertThat(server.keyAgreements()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "2200", "210f00", "0100"})
    void aHelloForNobodyIsNotAnswered(String discriminator) {
        byte[] wanted = Vectors.hex(discriminator);
        byte[] hello = StartupDatagrams.of(new IHello(wanted, new byte[16]), 0);
        pair.network().send(address(9, 9), server.address(), hello);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(sent).hasSize(1);
    }

    /** What clients of such servers asked for, and were not answered by some. */
    @ParameterizedTest
    @MethodSource("urls")
    void aHelloForAUrlOfAnyFormIsAnswered(String url) {
        byte[] tag = Vectors.hex("00112233445566778899aabbccddeeff");
        byte[] hello =
                StartupDatagrams.of(new IHello(EndpointDiscriminator.ofUri(url).encoded(), tag), 0);
        pair.network().send(address(9, 9), server.address(), hello);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(sent).hasSize(2);
        List<RHello> answers = StartupDatagrams.read(sent.get(1)).all(RHello.class);
        assertThat(answers).singleElement().satisfies(a -> assertThat(a.tagEcho()).isEqualTo(tag));
    }

    static List<String> urls() {
        return List.of(
                "rtmfp://server",
                "rtmfp://server/",
                "rtmfp:",
                "",
                "rtmfp://server/app/",
                "rtmfp://server/app/instance",
                "rtmfp://server/app?key=value&other=%20",
                "RTMFP://SERVER:1935/App",
                "rtmfp://192.0.2.1/app",
                "rtmfp://[2001:db8::1]:1935/app",
                "rtmfp://server/" + "0badc0ffee".repeat(9),
                "rtmfp://server/" + "0badc0ffee".repeat(9) + "-suffix/",
                "rtmfp://server/" + "a".repeat(1024));
    }

    @Test
    void aHelloForTheFingerprintOfAnotherIsNotAnswered() {
        var other = EndpointSetup.client(99).identity().certificate().fingerprint();
        pair.client().open(EndpointDiscriminator.ofFingerprint(other), List.of(server.address()));
        pair.time().runFor(MILLISECONDS.toNanos(900));
        assertThat(sent).hasSize(1);
        assertThat(server.counters().discarded(Discard.UNWANTED_HELLO)).isEqualTo(1);
    }

    @Test
    void whenTooManyAgreementsWaitTheOthersComeLater() {
        SimPair crowd =
                new SimPair(
                        EndpointSetup.CLIENT,
                        EndpointSetup.SERVER.withKeyWorker(MILLISECONDS.toNanos(40), 4),
                        1);
        List<Opening> openings = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            SimEndpoint client = crowd.add(address(50 + i, 40000), EndpointSetup.client(i));
            openings.add(client.open(crowd.server().address()));
        }
        crowd.time().runFor(MILLISECONDS.toNanos(500));
        assertThat(crowd.server().sessions().size()).isBetween(4, 12);
        assertThat(crowd.server().counters().discarded(Discard.KEYING_BUSY)).isPositive();
        crowd.time().runFor(SECONDS.toNanos(60));
        assertThat(openings).allMatch(opening -> opening.session() != null);
        assertThat(crowd.server().keyAgreements()).isEqualTo(20);
    }

    @Test
    void whenTheServerIsFullNewcomersWaitOutside() {
        SimPair full =
                new SimPair(EndpointSetup.CLIENT, EndpointSetup.SERVER.withMaxSessions(1), 1);
        Session first = full.connect();
        SentFlow.open(first, Priority.CONTROL).send(10);
        full.time().runFor(SECONDS.toNanos(1));
        SimEndpoint other = full.add(address(60, 60), EndpointSetup.client(2));
        Opening opening = other.open(full.server().address());
        full.time().runFor(SECONDS.toNanos(5));
        assertThat(opening.session()).isNull();
        assertThat(full.server().keyAgreements()).isEqualTo(1);
        assertThat(full.server().counters().discarded(Discard.SESSIONS_FULL)).isPositive();
        first.close(full.time().now());
        full.time().runFor(SECONDS.toNanos(60));
        assertThat(opening.session()).isNotNull();
    }

    @Test
    void aKeyingThatIsTooLargeForOneDatagramComesInFragments() {
        Identity large =
                Identity.staticServer(
                        "x".repeat(250), List.of(DhGroup.values()), SeededRandom.of(1));
        SimEndpoint client = pair.add(address(20, 20), EndpointSetup.CLIENT.withIdentity(large));
        pair.network().link(LinkProfile.GOOD.withReordering(0.5).withDuplication(0.5));
        Opening opening = client.open(server.address());
        pair.time().runFor(SECONDS.toNanos(10));
        assertThat(opening.session()).isNotNull();
        assertThat(server.onlySession().identity().far()).isEqualTo(large.certificate());
        assertThat(sent)
                .anyMatch(
                        datagram -> {
                            SeenPacket packet = StartupDatagrams.read(datagram);
                            return packet != null && packet.has(PacketFragment.class);
                        });
    }

    @Test
    void ofSeveralHellosInAPacketOneIsAnswered() {
        byte[] wanted = EndpointDiscriminator.ofUri("rtmfp://server/app").encoded();
        WireWriter packet = new WireWriter(1000);
        PacketHeader.startup(1).write(packet);
        for (int i = 0; i < 20; i++) {
            new IHello(wanted, new byte[16]).write(packet);
        }
        byte[] datagram = StartupDatagrams.ofPacket(packet.toByteArray(), 0);
        pair.network().send(address(9, 9), server.address(), datagram);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(sent).hasSize(2);
    }

    @Test
    void hundredsOfClientsOpenTogetherWithoutADecryptionThatFails() {
        SimPair crowd =
                new SimPair(
                        EndpointSetup.CLIENT,
                        EndpointSetup.SERVER.withKeyWorker(MILLISECONDS.toNanos(3), 64),
                        1);
        List<SentFlow> flows = new ArrayList<>();
        List<Opening> openings = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            SimEndpoint client = crowd.add(address(2 + i % 200, 10_000 + i), EndpointSetup.CLIENT);
            openings.add(client.open(crowd.server().address()));
            crowd.time().runFor(MILLISECONDS.toNanos(2));
        }
        crowd.time()
                .runUntil(() -> openings.stream().allMatch(Opening::isOver), SECONDS.toNanos(90));
        for (Opening opening : openings) {
            SentFlow flow = SentFlow.open(opening.session(), Priority.CONTROL);
            flow.send(2000);
            flows.add(flow);
        }
        crowd.time().runFor(SECONDS.toNanos(5));
        flows.forEach(flow -> flow.assertAllArrived(flow.arrivedAt(crowd.server())));
        assertThat(crowd.server().counters().discarded(Discard.BAD_CHECKSUM)).isZero();
        assertThat(crowd.server().counters().discarded(Discard.UNKNOWN_SESSION)).isZero();
        assertThat(crowd.server().keyAgreements()).isEqualTo(300);
    }

    @Test
    void fragmentsInFragmentsAreIgnored() {
        byte[] inner = {0x0b, 0, 1, 0x7f, 0, 3, 0, 1, 0};
        pair.network()
                .send(
                        address(9, 9),
                        server.address(),
                        StartupDatagrams.of(new PacketFragment(false, 1, 0, inner), 0));
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(sent).hasSize(1);
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

    private static IIKeying read(Datagram datagram) {
        return StartupDatagrams.read(datagram).all(IIKeying.class).get(0);
    }

    private static boolean isAnswer(Datagram datagram) {
        SeenPacket packet = StartupDatagrams.read(datagram);
        return packet != null && packet.has(RIKeying.class);
    }

    private static Chunk answer(Datagram datagram) {
        return StartupDatagrams.read(datagram).chunks().get(0);
    }
}
