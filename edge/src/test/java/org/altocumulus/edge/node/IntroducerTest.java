package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.PeerAddresses;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntroducerTest {
    private static final Fingerprint KNOWN = Fingerprint.of(new byte[32]);
    private static final Fingerprint UNKNOWN = Fingerprint.parse("ab".repeat(32));

    private static final byte[] TAG = {1, 2, 3};

    private final List<FIHello> forwarded = new ArrayList<>();
    private List<Address> addresses = List.of();

    private Introducer introducer(String... advertised) {
        return new Introducer(
                peerId -> peerId.equals(KNOWN) ? Optional.of(peer()) : Optional.empty(),
                new SecureRandom(),
                Stream.of(advertised).map(HostPort::parseNumeric).toList());
    }

    private PeerDirectory.Peer peer() {
        return new PeerDirectory.Peer() {
            @Override
            public List<Address> addresses() {
                return addresses;
            }

            @Override
            public void forward(FIHello hello) {
                forwarded.add(hello);
            }
        };
    }

    private static InetSocketAddress at(String text) {
        return HostPort.parseNumeric(text);
    }

    private HelloAnswer.Introduce introduction(Introducer introducer, String asker) {
        return (HelloAnswer.Introduce) introducer.answer(0, KNOWN, TAG, at(asker));
    }

    private static List<String> shown(List<Address> list) {
        return list.stream().map(Address::toString).toList();
    }

    @Test
    void thePeersAddressesAndThatOfTheAskerAreTold() {
        addresses = PeerAddresses.of(at("192.0.2.1:5"), List.of(at("10.0.0.1:6"), at("[::7]:8")));
        HelloAnswer.Introduce told = introduction(introducer(), "[2001:db8::5]:9");
        assertThat(told.destinations()).isEqualTo(addresses);
        assertThat(told.replyAddress())
                .isEqualTo(new Address(AddressOrigin.REFLEXIVE, at("[2001:db8::5]:9")));
        told.peer().forward(null);
        assertThat(forwarded).hasSize(1);
    }

    @Test
    void aClientIsNotIntroducedToItself() {
        addresses = PeerAddresses.of(at("192.0.2.1:5"), List.of());
        assertThat(introducer().answer(0, KNOWN, TAG, at("192.0.2.1:5")))
                .isEqualTo(new HelloAnswer.Ignore(Discard.OWN_PEER_ID));
        assertThat(introducer().introduce(KNOWN, at("192.0.2.1:5"), Optional.empty(), TAG))
                .isEmpty();
        assertThat(forwarded).isEmpty();
        assertThat(introducer().answer(0, KNOWN, TAG, at("192.0.2.1:6")))
                .as("another client behind the same NAT")
                .isInstanceOf(HelloAnswer.Introduce.class);
    }

    @Test
    void nobodyIsToldOfSomebodyUnknown() {
        assertThat(introducer().answer(0, UNKNOWN, TAG, at("192.0.2.9:9")))
                .isEqualTo(new HelloAnswer.Ignore(Discard.UNKNOWN_PEER));
        assertThat(forwarded).isEmpty();
    }

    /** Whether what is asked for exists or not: both make work for others, or would show who is. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aSourceThatAsksTooOftenIsNotAnsweredForAWhile(boolean known) {
        addresses = PeerAddresses.of(at("192.0.2.1:5"), List.of());
        Introducer introducer = introducer();
        Fingerprint wanted = known ? KNOWN : UNKNOWN;
        HelloAnswer limited = new HelloAnswer.Ignore(Discard.PEER_HELLOS_LIMITED);
        int answered = 0;
        for (int port = 1; port <= 2000; port++) {
            HelloAnswer answer = introducer.answer(0, wanted, TAG, at("192.0.2.9:" + port));
            answered += answer.equals(limited) ? 0 : 1;
        }
        assertThat(answered).isEqualTo(500);
        assertThat(introducer.answer(1_000_000_000, wanted, TAG, at("192.0.2.9:1")))
                .isNotEqualTo(limited);
    }

    /** One of the two shares the network of the server, and its NAT. */
    @ParameterizedTest
    @CsvSource({
        // peer, asker, advertised, first address told to the asker, address told to the peer
        "192.168.0.5:50, 198.51.100.7:70, 203.0.113.1:1935, 203.0.113.1:50, 198.51.100.7:70",
        "198.51.100.7:70, 192.168.0.5:50, 203.0.113.1:1935, 198.51.100.7:70, 203.0.113.1:50",
        "192.168.0.5:50, 192.168.0.6:60, 203.0.113.1:1935, 192.168.0.5:50, 192.168.0.6:60",
        "198.51.100.7:70, 198.51.100.8:80, 203.0.113.1:1935, 198.51.100.7:70, 198.51.100.8:80",
        "192.168.0.5:50, 198.51.100.7:70, 10.0.0.1:1935, 192.168.0.5:50, 198.51.100.7:70",
        "192.168.0.5:50, 198.51.100.7:70, [2001:db8::1]:1935, 192.168.0.5:50, 198.51.100.7:70",
    })
    void aPrivateAddressIsToldOutsideAsThePublicOne(
            String peer, String asker, String advertised, String toAsker, String toPeer) {
        addresses = PeerAddresses.of(at(peer), List.of(at("172.20.0.1:3")));
        HelloAnswer.Introduce told = introduction(introducer(advertised), asker);
        assertThat(told.destinations().get(0))
                .isEqualTo(new Address(AddressOrigin.REFLEXIVE, at(toAsker)));
        assertThat(shown(told.destinations())).containsAll(shown(addresses));
        assertThat(told.replyAddress().socket()).isEqualTo(at(toPeer));
    }

    @Test
    void theListIsNeverLongerThanAClientTakes() {
        addresses =
                PeerAddresses.of(
                        at("192.168.0.5:50"),
                        IntStream.range(1, 20).mapToObj(i -> at("10.0.0.1:" + i)).toList());
        HelloAnswer.Introduce told =
                introduction(introducer("203.0.113.1:1935"), "198.51.100.7:70");
        assertThat(told.destinations()).hasSize(8);
        assertThat(shown(told.destinations())).contains("192.168.0.5:50/REFLEXIVE");
    }

    private Introducer remote(List<String> asked, String... advertised) {
        return new Introducer(
                peerId -> Optional.empty(),
                (peerId, asker, behind, tag, answer) -> {
                    asked.add(
                            HostPort.format(asker)
                                    + behind.map(ip -> " behind " + ip.getHostAddress())
                                            .orElse(""));
                    answer.accept(List.of());
                },
                new SecureRandom(),
                Stream.of(advertised).map(HostPort::parseNumeric).toList());
    }

    private static void ask(HelloAnswer answer) {
        ((HelloAnswer.Later) answer).question().ask(list -> assertThat(list).isEmpty());
    }

    @Test
    void whoIsNotHereIsAskedForElsewhereWithTheNatThatTheAskerIsBehind() {
        List<String> asked = new ArrayList<>();
        Introducer introducer = remote(asked, "203.0.113.1:1935");
        ask(introducer.answer(0, KNOWN, TAG, at("192.168.0.5:50")));
        ask(introducer.answer(0, KNOWN, TAG, at("198.51.100.7:70")));
        ask(remote(asked).answer(0, KNOWN, TAG, at("192.168.0.5:50")));
        assertThat(asked)
                .containsExactly(
                        "192.168.0.5:50 behind 203.0.113.1", "198.51.100.7:70", "192.168.0.5:50");
    }

    @Test
    void othersAreNotFloodedHoweverManySourcesThereAre() {
        Introducer introducer = remote(new ArrayList<>());
        int asked = 0;
        for (int i = 0; i < 10_000; i++) {
            InetSocketAddress asker = at("198.51." + i / 200 + '.' + (1 + i % 200) + ":7");
            asked += introducer.answer(0, UNKNOWN, TAG, asker) instanceof HelloAnswer.Later ? 1 : 0;
        }
        assertThat(asked).isEqualTo(2000);
        assertThat(introducer.answer(1_000_000, UNKNOWN, TAG, at("192.0.2.1:1")))
                .isInstanceOf(HelloAnswer.Later.class);
    }

    /** The asker was seen by another node, which may share its network or not. */
    @ParameterizedTest
    @CsvSource({
        // peer, asker, NAT of the asker, advertised, first address told to the asker, told to peer
        "192.168.0.5:50, 198.51.100.7:70, , 203.0.113.1:1935, 203.0.113.1:50, 198.51.100.7:70",
        "198.51.100.7:70, 192.168.0.5:50, 203.0.113.2, 203.0.113.1:1935, 198.51.100.7:70, "
                + "203.0.113.2:50",
        "192.168.0.5:50, 192.168.0.6:60, 203.0.113.1, 203.0.113.1:1935, 192.168.0.5:50, "
                + "192.168.0.6:60",
        "192.168.0.5:50, 192.168.0.6:60, 203.0.113.2, 203.0.113.1:1935, 203.0.113.1:50, "
                + "203.0.113.2:60",
        "192.168.0.5:50, 192.168.0.6:60, , 203.0.113.1:1935, 203.0.113.1:50, 192.168.0.6:60",
        "192.168.0.5:50, 192.168.0.6:60, 203.0.113.2, 10.0.0.1:1935, 192.168.0.5:50, "
                + "203.0.113.2:60",
        "192.168.0.5:50, 192.168.0.6:60, , 10.0.0.1:1935, 192.168.0.5:50, 192.168.0.6:60",
        "198.51.100.7:70, 198.51.100.8:80, , 203.0.113.1:1935, 198.51.100.7:70, 198.51.100.8:80",
    })
    void aPrivateAddressIsToldToAnotherNetworkAsThePublicOne(
            String peer,
            String asker,
            String nat,
            String advertised,
            String toAsker,
            String toPeer) {
        addresses = PeerAddresses.of(at(peer), List.of(at("172.20.0.1:3")));
        List<Address> told =
                introducer(advertised)
                        .introduce(
                                KNOWN,
                                at(asker),
                                Optional.ofNullable(nat).map(ip -> at(ip + ":1").getAddress()),
                                TAG);
        assertThat(told.get(0)).isEqualTo(new Address(AddressOrigin.REFLEXIVE, at(toAsker)));
        assertThat(shown(told)).containsAll(shown(addresses));
        FIHello hello = forwarded.get(0);
        assertThat(hello.replyAddress())
                .isEqualTo(new Address(AddressOrigin.REFLEXIVE, at(toPeer)));
        assertThat(hello.tag()).isEqualTo(TAG);
        assertThat(hello.endpointDiscriminator())
                .isEqualTo(EndpointDiscriminator.ofFingerprint(KNOWN).encoded());
    }

    @Test
    void aClientThatIsNotHereIsToldOfNobody() {
        assertThat(introducer().introduce(UNKNOWN, at("192.0.2.9:9"), Optional.empty(), TAG))
                .isEmpty();
        assertThat(forwarded).isEmpty();
    }
}
