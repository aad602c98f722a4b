package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.altocumulus.protocol.sim.SimPair.address;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.sim.Datagram;
import org.altocumulus.protocol.sim.EndpointSetup;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.Opening;
import org.altocumulus.protocol.sim.SeededRandom;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimEndpoint;
import org.altocumulus.protocol.sim.SimPair;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InitiatorTest {
    private final SimPair pair = SimPair.plain(3);

    @Test
    void hellosThatNobodyAnswersComeFurtherAndFurtherApartUntilItGivesUp() {
        List<Long> sent = new ArrayList<>();
        long start = pair.time().now();
        pair.network().tap(d -> sent.add(MILLISECONDS.convert(d.at() - start, NANOSECONDS)));
        pair.server().leave();
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(SECONDS.toNanos(94));
        assertThat(sent)
                .containsExactly(
                        0L, 1_000L, 3_500L, 7_500L, 13_000L, 20_000L, 28_500L, 38_500L, 50_000L,
                        63_000L, 77_500L, 93_500L);
        assertThat(opening.failure()).isNull();
        pair.time().runFor(SECONDS.toNanos(2));
        assertThat(opening.failure()).contains("95 s");
        pair.time().runFor(SECONDS.toNanos(200));
        assertThat(sent).hasSize(12);
    }

    @Test
    void aHelloThatIsTooLargeForOneDatagramComesInFragments() {
        Identity large =
                Identity.staticServer(
                        "x".repeat(250), List.of(DhGroup.values()), SeededRandom.of(1));
        SimPair wide =
                new SimPair(EndpointSetup.CLIENT, EndpointSetup.SERVER.withIdentity(large), 3);
        wide.network().link(LinkProfile.GOOD.withReordering(0.5).withDuplication(0.5));
        Opening opening = wide.client().open(wide.server().address());
        wide.time().runFor(SECONDS.toNanos(10));
        assertThat(opening.session()).isNotNull();
        assertThat(opening.session().identity().far()).isEqualTo(large.certificate());
    }

    @Test
    void keyingThatNobodyAnswersFails() {
        pair.network().lose(d -> d.number() >= 2);
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(SECONDS.toNanos(96));
        assertThat(opening.failure()).contains("no keys");
    }

    @Test
    void thereIsNoSessionWithAnybodyButTheOwnerOfTheFingerprint() {
        var certificate = EndpointSetup.client(99).identity().certificate();
        pair.server().helloPolicy((now, wanted, tag, from) -> new HelloAnswer.Respond());
        Opening opening =
                pair.client()
                        .open(
                                EndpointDiscriminator.ofFingerprint(certificate.fingerprint()),
                                List.of(pair.server().address()));
        pair.time().runFor(SECONDS.toNanos(96));
        assertThat(opening.failure()).contains("hello");
        assertThat(pair.client().counters().discarded(Discard.UNWANTED_HELLO)).isPositive();
        assertThat(pair.server().keyAgreements()).isZero();
    }

    @Test
    void theOwnerOfTheFingerprintIsFound() {
        var fingerprint = pair.server().setup().identity().certificate().fingerprint();
        Opening opening =
                pair.client()
                        .open(
                                EndpointDiscriminator.ofFingerprint(fingerprint),
                                List.of(pair.server().address()));
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(opening.session()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 24})
    void aRedirectLeadsToAnAddressThatAnswersWhateverTheOthersAre(int count) {
        SimEndpoint edge = pair.add(address(77, 1935), EndpointSetup.SERVER);
        List<Address> list = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            list.add(new Address(AddressOrigin.REFLEXIVE, address(100 + i, 1935)));
        }
        list.add(count / 2, new Address(AddressOrigin.UNKNOWN, edge.address()));
        redirectTo(list);
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(MILLISECONDS.toNanos(200));
        assertThat(opening.session().address()).isEqualTo(edge.address());
        assertThat(pair.server().sessions()).isEmpty();
        assertThat(pair.network().sent()).isEqualTo(2 + Math.min(count, 23) + 3);
    }

    @Test
    void aRedirectToNoAddressMeansItsSender() {
        SimEndpoint edge = pair.add(address(77, 1935), EndpointSetup.SERVER);
        pair.server()
                .helloPolicy(
                        (now, wanted, tag, from) -> {
                            byte[] redirect = StartupDatagrams.of(new Redirect(tag, List.of()), 0);
                            pair.network().send(edge.address(), from, redirect);
                            return new HelloAnswer.Ignore(Discard.IGNORED_HELLO);
                        });
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(MILLISECONDS.toNanos(200));
        assertThat(opening.session().address()).isEqualTo(edge.address());
    }

    @Test
    void aRedirectOrAnswerWithAnotherTagIsIgnored() {
        byte[] other = new byte[16];
        pair.server()
                .helloPolicy(
                        (now, wanted, tag, from) -> {
                            pair.server()
                                    .responder()
                                    .sayHello(now, pair.server().wallMillis(), other, from);
                            byte[] redirect =
                                    StartupDatagrams.of(new Redirect(other, List.of()), 0);
                            pair.network().send(address(77, 1935), from, redirect);
                            return new HelloAnswer.Ignore(Discard.IGNORED_HELLO);
                        });
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(MILLISECONDS.toNanos(900));
        assertThat(pair.network().sent()).isEqualTo(3);
        assertThat(opening.initiator().state()).isEqualTo(Initiator.State.IHELLO_SENT);
    }

    @Test
    void addressesThatNobodyCanHaveAreNotAsked() {
        List<InetSocketAddress> asked = new ArrayList<>();
        pair.network().tap(d -> asked.add(d.to()));
        redirectTo(
                List.of(
                        new Address(AddressOrigin.REFLEXIVE, address(50, 0)),
                        new Address(
                                AddressOrigin.REFLEXIVE, new InetSocketAddress("0.0.0.0", 1935)),
                        new Address(AddressOrigin.REFLEXIVE, new InetSocketAddress("::", 1935)),
                        new Address(
                                AddressOrigin.REFLEXIVE, new InetSocketAddress("224.0.0.1", 1935)),
                        new Address(
                                AddressOrigin.REFLEXIVE, new InetSocketAddress("ff02::1", 1935)),
                        new Address(AddressOrigin.LOCAL, new InetSocketAddress("fe80::1", 1935))));
        pair.client().open(pair.server().address());
        pair.time().runFor(SECONDS.toNanos(5));
        assertThat(asked).containsOnly(pair.server().address(), pair.client().address());
    }

    /** IPv4 and IPv6 by turns; 30 stands for more than a client takes. */
    @ParameterizedTest
    @CsvSource({"1, true", "6, true", "24, true", "30, true", "6, false", "24, false"})
    void aRedirectOfBothFamiliesLeadsToAnAddressThatCanBeReached(int count, boolean reachesInet6) {
        List<Address> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String host = (i % 2 == 0 ? "192.0.2." : "2001:db8::") + (100 + i);
            list.add(new Address(AddressOrigin.LOCAL, new InetSocketAddress(host, 1935)));
        }
        List<InetSocketAddress> asked = new ArrayList<>();
        pair.network().tap(d -> asked.add(d.to()));
        pair.client().reaches(to -> reachesInet6 || to.getAddress() instanceof Inet4Address);
        int last = Math.min(count, 23) - 1;
        InetSocketAddress answers = list.get(reachesInet6 ? last : last & ~1).socket();
        pair.add(answers, EndpointSetup.SERVER);
        redirectTo(list);
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(MILLISECONDS.toNanos(200));
        assertThat(opening.session().address()).isEqualTo(answers);
        asked.removeIf(pair.client().address()::equals);
        int candidates = reachesInet6 ? Math.min(count, 23) : (count + 1) / 2;
        assertThat(asked.stream().distinct()).hasSize(1 + candidates);
    }

    @Test
    void aCandidateThatCannotBeReachedTakesNoPlaceOfTheTwentyFour() {
        List<Address> list = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            list.add(
                    new Address(
                            AddressOrigin.LOCAL, new InetSocketAddress("2001:db8::" + i, 1935)));
        }
        SimEndpoint edge = pair.add(address(77, 1935), EndpointSetup.SERVER);
        list.add(new Address(AddressOrigin.LOCAL, edge.address()));
        pair.client().reaches(to -> to.getAddress() instanceof Inet4Address);
        redirectTo(list);
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(MILLISECONDS.toNanos(200));
        assertThat(opening.session().address()).isEqualTo(edge.address());
    }

    @Test
    void noMoreThan24AddressesAreAsked() {
        List<InetSocketAddress> asked = new ArrayList<>();
        pair.network().tap(d -> asked.add(d.to()));
        redirectTo(
                IntStream.range(0, 40)
                        .mapToObj(i -> new Address(AddressOrigin.REFLEXIVE, address(100 + i, 1935)))
                        .toList());
        pair.client().open(pair.server().address());
        pair.time().runFor(SECONDS.toNanos(50));
        asked.removeIf(pair.client().address()::equals);
        assertThat(asked.stream().distinct()).hasSize(24);
    }

    @Test
    void anAnswerFromAnAddressThatWasNotAskedIsTaken() {
        SimEndpoint edge = pair.add(address(77, 1935), EndpointSetup.SERVER);
        pair.server()
                .helloPolicy(
                        (now, wanted, tag, from) -> {
                            edge.responder().sayHello(now, edge.wallMillis(), tag, from);
                            return new HelloAnswer.Ignore(Discard.IGNORED_HELLO);
                        });
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runFor(SECONDS.toNanos(1));
        assertThat(opening.session().address()).isEqualTo(edge.address());
    }

    @Test
    void packetsThatOvertakeTheKeysAreKept() {
        List<Datagram> held = new ArrayList<>();
        pair.network().lose(d -> d.number() == 3 && held.add(d));
        Opening opening = pair.client().open(pair.server().address());
        pair.time().runUntil(() -> !held.isEmpty(), SECONDS.toNanos(1));
        SentFlow down = SentFlow.open(pair.serverSession(), Priority.CONTROL);
        IntStream.range(0, 4).forEach(i -> down.send(1000));
        pair.time().runFor(MILLISECONDS.toNanos(50));
        assertThat(opening.session()).isNull();

        // A forged answer does not make it forget them.
        pair.client().receive(withComponentCutShort(held.get(0)));
        pair.time().runFor(MILLISECONDS.toNanos(50));
        pair.client().receive(held.get(0));
        pair.time().runFor(MILLISECONDS.toNanos(50));
        assertThat(opening.session()).isNotNull();
        down.assertAllArrived(down.arrivedAt(pair.client()));
    }

    @Test
    void aFullKeyWorkerDelaysOnly() {
        SimPair busy =
                new SimPair(
                        EndpointSetup.CLIENT.withKeyWorker(MILLISECONDS.toNanos(100), 1),
                        EndpointSetup.SERVER,
                        1);
        List<Opening> openings = new ArrayList<>();
        List<SimEndpoint> servers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            servers.add(busy.add(address(60 + i, 1935), EndpointSetup.SERVER));
            openings.add(busy.client().open(servers.get(i).address()));
        }
        busy.time().runFor(SECONDS.toNanos(30));
        assertThat(openings).allMatch(opening -> opening.session() != null);
        assertThat(servers).allMatch(server -> server.sessions().size() == 1);
        assertThat(servers).allMatch(server -> server.keyAgreements() == 1);
    }

    @Test
    void aSlowNetworkMakesNoSecondSession() {
        pair.network().link(LinkProfile.GOOD.withDelay(SECONDS.toNanos(2)));
        pair.connect();
        pair.time().runFor(SECONDS.toNanos(20));
        assertThat(pair.server().sessions()).hasSize(1);
        assertThat(pair.server().keyAgreements()).isEqualTo(1);
        assertThat(pair.client().sessions()).hasSize(1);
    }

    private static Datagram withComponentCutShort(Datagram answer) {
        byte[] forged = StartupDatagrams.keysWithComponent(answer, new byte[] {1, 2, 3});
        assertThat(Multiplex.sessionId(forged, 0, forged.length)).isNotZero();
        return new Datagram(answer.number(), answer.at(), answer.from(), answer.to(), forged);
    }

    private void redirectTo(List<Address> destinations) {
        pair.server()
                .helloPolicy((now, wanted, tag, from) -> new HelloAnswer.RedirectTo(destinations));
    }
}
