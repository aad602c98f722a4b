package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.Opening;
import org.altocumulus.protocol.sim.SeenPacket;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimNat;
import org.altocumulus.protocol.sim.SimPair;
import org.altocumulus.protocol.vectors.Recording;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server introduces its clients to each other (RFC 7016 §3.5.1.5, §3.5.1.6). */
class IntroductionTest {
    private static final int SEEDS = Boolean.getBoolean("altocumulus.test.long") ? 2_000 : 100;

    private static final InetSocketAddress ASKER_OUTSIDE =
            new InetSocketAddress("198.51.100.1", 7000);
    private static final InetSocketAddress PEER_OUTSIDE =
            new InetSocketAddress("198.51.100.2", 8000);

    private final SimPair pair = SimPair.plain(5);
    private final SimEndpoint server = pair.server();
    private final SimEndpoint asker = pair.client();
    private final SimEndpoint peer = pair.add(address(20, 50001), EndpointSetup.client(2));
    private final List<Datagram> sent = new ArrayList<>();

    private static EndpointDiscriminator of(SimEndpoint endpoint) {
        return EndpointDiscriminator.ofFingerprint(
                endpoint.setup().identity().certificate().fingerprint());
    }

    private void join(SimEndpoint client) {
        Opening opening = client.open(server.address());
        assertThat(pair.time().runUntil(() -> opening.session() != null, SECONDS.toNanos(95)))
                .isTrue();
    }

    /** Both clients have a session with the server, which introduces from now on. */
    private void join(List<InetSocketAddress> reported) {
        join(asker);
        join(peer);
        server.introduce(reported);
        pair.network().tap(sent::add);
    }

    @Test
    void theAskerIsToldTheAddressesOfThePeerAndThePeerThatOfTheAsker() {
        List<InetSocketAddress> reported = List.of(address(200, 1), peer.address());
        join(reported);
        Opening opening = asker.open(of(peer), List.of(server.address()));
        pair.time().runFor(SECONDS.toNanos(1));

        Redirect redirect = startup(Redirect.class);
        assertThat(redirect.destinations())
                .containsExactly(
                        new Address(AddressOrigin.REFLEXIVE, peer.address()),
                        new Address(AddressOrigin.LOCAL, address(200, 1)));
        assertThat(peer.recorder().forwarded()).hasSize(1);
        FIHello forwarded = peer.recorder().forwarded().get(0);
        assertThat(forwarded.replyAddress())
                .isEqualTo(new Address(AddressOrigin.REFLEXIVE, asker.address()));
        assertThat(forwarded.endpointDiscriminator()).isEqualTo(of(peer).encoded());
        assertThat(forwarded.tag()).isEqualTo(redirect.tagEcho());
        assertThat(opening.session().address()).isEqualTo(peer.address());
        assertThat(opening.session().identity().far())
                .isEqualTo(peer.setup().identity().certificate());
        assertThat(server.sessions()).hasSize(2);
    }

    /** The answer to the FIHello opens its NAT, so it has to come from the peer unasked. */
    @Test
    void thePeerAnswersTheAskerItself() {
        join(List.of());
        pair.network().cut(asker.address(), peer.address());
        asker.open(of(peer), List.of(server.address()));
        pair.time().runFor(MILLISECONDS.toNanos(60));
        RHello hello = startup(RHello.class);
        assertThat(hello.certificate()).isEqualTo(peer.setup().identity().certificate().encoded());
        assertThat(StartupDatagrams.last(sent, RHello.class).from()).isEqualTo(peer.address());
        assertThat(StartupDatagrams.last(sent, RHello.class).to()).isEqualTo(asker.address());
    }

    @Test
    void nobodyIsIntroducedToOneWhoIsNotThereAnyMore() {
        join(List.of());
        peer.onlySession().close(pair.time().now());
        pair.time().runFor(SECONDS.toNanos(1));
        sent.clear();
        Opening opening = asker.open(of(peer), List.of(server.address()));
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(opening.session()).isNull();
        assertThat(server.counters().discarded(Discard.UNKNOWN_PEER)).isPositive();
        assertThat(sent).allMatch(datagram -> datagram.to().equals(server.address()));
    }

    @Test
    void aForwardedHelloForSomebodyElseIsNotAnswered() {
        join(List.of());
        Session toPeer =
                server.sessions().stream()
                        .filter(s -> s.address().equals(peer.address()))
                        .findFirst()
                        .orElseThrow();
        byte[] tag = {1, 2, 3};
        Address victim = new Address(AddressOrigin.REFLEXIVE, address(99, 7));
        toPeer.forward(new FIHello(of(asker).encoded(), victim, tag));
        toPeer.forward(new FIHello(new byte[] {9}, victim, tag));
        Address nobody = new Address(AddressOrigin.REFLEXIVE, address(99, 0));
        toPeer.forward(new FIHello(of(peer).encoded(), nobody, tag));
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(peer.recorder().forwarded()).hasSize(3);
        assertThat(peer.counters().discarded(Discard.UNWANTED_FORWARD)).isEqualTo(3);
        assertThat(sent)
                .noneMatch(
                        datagram ->
                                datagram.to().getAddress().equals(victim.socket().getAddress()));
    }

    @Test
    void noMoreThanSevenReportedAddressesAreTold() {
        List<InetSocketAddress> reported =
                IntStream.range(0, 64).mapToObj(i -> address(100 + i, 5)).toList();
        List<Address> told = PeerAddresses.of(address(1, 1), reported);
        assertThat(told).hasSize(8);
        assertThat(told.get(0).origin()).isEqualTo(AddressOrigin.REFLEXIVE);
        assertThat(told.subList(1, 8))
                .extracting(Address::socket)
                .containsExactlyElementsOf(reported.subList(0, 7));
        assertThat(PeerAddresses.of(address(1, 1), List.of())).hasSize(1);
    }

    /** MonaServer introduces librtmfp to itself; what we send for that is the same. */
    @Test
    void whatIsSentIsWhatAServerInUseSends() throws Exception {
        Recording recording = Vectors.recording("librtmfp-p2p");
        FIHello forwarded = FIHello.read(recorded(recording, FIHello.TYPE));
        Redirect redirect = Redirect.read(recorded(recording, Redirect.TYPE));
        InetSocketAddress asking = forwarded.replyAddress().socket();
        InetSocketAddress asked = redirect.destinations().get(0).socket();

        join(List.of());
        byte[] hello =
                StartupDatagrams.of(
                        new IHello(forwarded.endpointDiscriminator(), forwarded.tag()), 0);
        List<FIHello> toPeer = new ArrayList<>();
        server.helloPolicy(
                (now, wanted, tag, from) ->
                        new HelloAnswer.Introduce(
                                PeerAddresses.of(asked, List.of()),
                                new Address(AddressOrigin.REFLEXIVE, from),
                                toPeer::add));
        server.receive(new Datagram(0, 0, asking, server.address(), hello));
        pair.time().runFor(MILLISECONDS.toNanos(1));
        assertThat(payload(toPeer.get(0))).isEqualTo(payload(forwarded));
        assertThat(payload(startup(Redirect.class))).isEqualTo(payload(redirect));
        assertThat(StartupDatagrams.last(sent, Redirect.class).to()).isEqualTo(asking);
        assertThat(server.counters().introductions.sum()).isEqualTo(1);
    }

    private static WireReader recorded(Recording recording, int type) {
        return recording.packets().stream()
                .flatMap(packet -> packet.chunks().stream())
                .filter(chunk -> chunk.type() == type)
                .map(chunk -> chunk.field("payload").asText())
                .map(text -> new WireReader(Vectors.hex(text)))
                .findFirst()
                .orElseThrow();
    }

    private static byte[] payload(Chunk chunk) {
        WireWriter writer = new WireWriter(chunk.payloadLength());
        chunk.writePayload(writer);
        return writer.toByteArray();
    }

    /** Whoever keeps the addresses for other threads has to be told. */
    @Test
    void theHostLearnsThatAFarEndHasMovedOrReportsAddresses() {
        join(peer);
        Session session = server.onlySession();
        session.reportAddresses(List.of(address(200, 1)));
        assertThat(server.movedTo()).containsExactly(peer.address());
        assertThat(session.reportedAddresses()).containsExactly(address(200, 1));
        peer.moveTo(address(21, 50002));
        SentFlow.open(peer.onlySession(), Priority.CONTROL).send(10);
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(server.movedTo()).endsWith(address(21, 50002)).hasSize(2);
    }

    /** RFC 7016 figure 17. */
    @Test
    void twoBehindNatsMeetBecauseEachSendsToTheOther() {
        behindNats(false);
        Opening opening = asker.open(of(peer), List.of(server.address()));
        pair.time().runFor(SECONDS.toNanos(3));
        assertThat(opening.session()).isNotNull();
        assertThat(opening.session().address()).isEqualTo(PEER_OUTSIDE);
        SentFlow flow = SentFlow.open(opening.session(), Priority.CONTROL);
        flow.send(100);
        pair.time().runFor(SECONDS.toNanos(1));
        flow.assertAllArrived(flow.arrivedAt(peer));
    }

    @Test
    void withoutTheForwardedHelloTheyDoNotMeet() {
        behindNats(false);
        server.helloPolicy(
                (now, wanted, tag, from) ->
                        new HelloAnswer.RedirectTo(PeerAddresses.of(PEER_OUTSIDE, List.of())));
        Opening opening = asker.open(of(peer), List.of(server.address()));
        pair.time().runFor(SECONDS.toNanos(94));
        assertThat(opening.isOver()).isFalse();
    }

    /** A NAT that has a port for each destination, in front of one. */
    @Test
    void whereNoPathCanBeMadeTheAskerIsToldInTime() {
        behindNats(true);
        Opening opening = asker.open(of(peer), List.of(server.address()));
        pair.time().runFor(SECONDS.toNanos(96));
        assertThat(peer.recorder().forwarded()).isNotEmpty();
        assertThat(opening.session()).isNull();
        assertThat(opening.failure()).contains("95 s");
    }

    private void behindNats(boolean portForEach) {
        pair.network().add(new SimNat(asker.address(), ASKER_OUTSIDE, false));
        pair.network().add(new SimNat(peer.address(), PEER_OUTSIDE, portForEach));
        join(List.of());
    }

    @Test
    void aRedirectOfOursHasNoMoreThan24Addresses() {
        join(List.of());
        List<Address> many =
                IntStream.range(0, 40)
                        .mapToObj(i -> new Address(AddressOrigin.LOCAL, address(100 + i, 5)))
                        .toList();
        server.helloPolicy((now, wanted, tag, from) -> new HelloAnswer.RedirectTo(many));
        asker.open(of(peer), List.of(server.address()));
        pair.time().runFor(MILLISECONDS.toNanos(50));
        assertThat(startup(Redirect.class).destinations()).isEqualTo(many.subList(0, 24));
    }

    static LongStream seeds() {
        return LongStream.range(0, SEEDS);
    }

    /** Both ask for each other at about the same time, over bad links. */
    @ParameterizedTest
    @MethodSource("seeds")
    void twoThatAskForEachOtherGetOneSession(long seed) {
        Random random = new Random(seed);
        SimPair bad = SimPair.plain(seed);
        SimEndpoint one = bad.client();
        SimEndpoint two = bad.add(address(20, 50001), EndpointSetup.client(seed));
        bad.connect();
        Opening joined = two.open(bad.server().address());
        bad.time().runUntil(() -> joined.session() != null, SECONDS.toNanos(1));
        bad.server().introduce(List.of(address(200, 1)));
        bad.network()
                .link(
                        LinkProfile.GOOD
                                .withDelay(MILLISECONDS.toNanos(1 + random.nextInt(100)))
                                .withJitter(MILLISECONDS.toNanos(1 + random.nextInt(50)))
                                .withLoss(random.nextDouble() * 0.2)
                                .withReordering(random.nextDouble() * 0.2));
        Opening first = one.open(of(two), List.of(bad.server().address()));
        bad.time().runFor(random.nextBoolean() ? 0 : MILLISECONDS.toNanos(random.nextInt(300)));
        Opening second = two.open(of(one), List.of(bad.server().address()));
        boolean over =
                bad.time().runUntil(() -> first.isOver() && second.isOver(), SECONDS.toNanos(95));
        assertThat(over).isTrue();
        assertThat(first.failure()).isNull();
        assertThat(second.failure()).isNull();
        // Or a session without traffic may be given up for lost pings.
        bad.network().link(LinkProfile.GOOD);
        bad.time().runFor(SECONDS.toNanos(200));
        Session near = between(one, two);
        Session far = between(two, one);
        assertThat(near.identity().farId()).isEqualTo(far.identity().nearId());
        assertThat(far.identity().farId()).isEqualTo(near.identity().nearId());
        SentFlow flow = SentFlow.open(near, Priority.CONTROL);
        flow.send(100);
        bad.time().runFor(SECONDS.toNanos(20));
        flow.assertAllArrived(flow.arrivedAt(two));
    }

    /** The one session that the first has with the second. */
    private static Session between(SimEndpoint first, SimEndpoint second) {
        var certificate = second.setup().identity().certificate();
        List<Session> sessions =
                first.sessions().stream()
                        .filter(session -> session.identity().far().equals(certificate))
                        .toList();
        assertThat(sessions).hasSize(1);
        return sessions.get(0);
    }

    private <C extends Chunk> C startup(Class<C> kind) {
        SeenPacket packet = StartupDatagrams.read(StartupDatagrams.last(sent, kind));
        return packet.all(kind).get(0);
    }
}
