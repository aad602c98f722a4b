package org.altocumulus.edge.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdvertisedAddressesTest {
    private static final List<InetAddress> HOST =
            Stream.of(
                            "127.0.0.1",
                            "10.1.2.3",
                            "172.17.0.1",
                            "172.18.0.1",
                            "::1",
                            "fe80::1",
                            "2001:db8::7")
                    .map(
                            host ->
                                    HostPort.parseNumeric(
                                            host.indexOf(':') < 0
                                                    ? host + ":1"
                                                    : "[" + host + "]:1"))
                    .map(InetSocketAddress::getAddress)
                    .toList();

    @Test
    void privateAddressesThatNobodyWroteDownAreSaid() {
        assertThat(AdvertisedAddresses.onlyInside(List.of(), addresses("0.0.0.0:1935"), HOST))
                .containsExactly("10.1.2.3", "172.18.0.1");
        assertThat(AdvertisedAddresses.onlyInside(List.of(), addresses("10.1.2.3:1935"), HOST))
                .isEmpty();
        assertThat(
                        AdvertisedAddresses.onlyInside(
                                addresses("192.0.2.1:5"), addresses("0.0.0.0:1935"), HOST))
                .isEmpty();
    }

    @Test
    void portsThatAreAdvertisedAndNotBoundAreSaid() {
        assertThat(
                        AdvertisedAddresses.otherPorts(
                                addresses("192.0.2.1:1935", "192.0.2.1:1945", "192.0.2.2:7"),
                                addresses("0.0.0.0:1945")))
                .containsExactly("192.0.2.1:1935", "192.0.2.2:7");
        assertThat(AdvertisedAddresses.otherPorts(List.of(), addresses("0.0.0.0:1945"))).isEmpty();
        assertThat(
                        AdvertisedAddresses.otherPorts(
                                addresses("192.0.2.1:2"), addresses("10.0.0.1:1", "10.0.0.1:2")))
                .isEmpty();
    }

    @Test
    void configuredAddressesAreTakenAsTheyAre() {
        assertThat(choose(addresses("127.0.0.1:5", "172.17.0.2:6"), addresses("0.0.0.0:1935")))
                .isEqualTo(addresses("127.0.0.1:5", "172.17.0.2:6"));
    }

    @Test
    void boundAddressesAreAdvertisedEvenIfLoopback() {
        assertThat(choose(List.of(), addresses("127.0.0.1:1935", "172.17.0.1:1935")))
                .isEqualTo(addresses("127.0.0.1:1935", "172.17.0.1:1935"));
    }

    @Test
    void aWildcardStandsForTheAddressesOfTheHostThatOthersCanUse() {
        assertThat(choose(List.of(), addresses("0.0.0.0:1935")))
                .isEqualTo(addresses("10.1.2.3:1935", "172.18.0.1:1935"));
        assertThat(choose(List.of(), addresses("[::]:7")))
                .isEqualTo(addresses("10.1.2.3:7", "172.18.0.1:7", "[2001:db8::7]:7"));
    }

    /** Those that lead to another machine, or nowhere, for anyone but this host. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.1.1",
                "127.255.255.254",
                "172.17.0.1",
                "172.17.255.255",
                "169.254.1.1",
                "0.0.0.0",
                "::",
                "::1",
                "fe80::1",
                "::ffff:127.0.0.1",
                "::ffff:172.17.0.2",
                "::ffff:0.0.0.0",
            })
    void anAddressThatMeansSomethingElseElsewhereIsAdvertisedOnlyIfWrittenOrBound(String ip)
            throws Exception {
        InetAddress address = InetAddress.getByName(ip);
        for (String wildcard : new String[] {"0.0.0.0:1935", "[::]:1935"}) {
            List<InetSocketAddress> bound = addresses(wildcard);
            assertThat(AdvertisedAddresses.choose(List.of(), bound, List.of(address)))
                    .as(wildcard)
                    .isEmpty();
            assertThatThrownBy(
                            () ->
                                    AdvertisedAddresses.require(
                                            AdvertisedAddresses.choose(
                                                    List.of(), bound, List.of(address))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("--advertise HOST:PORT");
        }
        if (!address.isAnyLocalAddress()) {
            List<InetSocketAddress> same = List.of(new InetSocketAddress(address, 1935));
            assertThat(AdvertisedAddresses.choose(List.of(), same, List.of())).isEqualTo(same);
            assertThat(AdvertisedAddresses.choose(same, addresses("0.0.0.0:1"), List.of()))
                    .isEqualTo(same);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.1",
                "172.16.255.255",
                "172.18.0.1",
                "173.17.0.1",
                "192.168.0.1",
                "203.0.113.7"
            })
    void otherAddressesOfTheHostAreAdvertised(String ip) throws Exception {
        List<InetAddress> host = List.of(InetAddress.getByName(ip));
        assertThat(
                        AdvertisedAddresses.require(
                                AdvertisedAddresses.choose(
                                        List.of(), addresses("0.0.0.0:7"), host)))
                .isEqualTo(addresses(ip + ":7"));
    }

    @Test
    void aZoneThatOnlyThisHostKnowsIsNotTold() throws UnknownHostException {
        byte[] ip = InetAddress.getByName("2001:db8::7").getAddress();
        InetAddress zoned = Inet6Address.getByAddress(null, ip, 2);
        List<InetSocketAddress> plain = addresses("[2001:db8::7]:7");
        assertThat(new InetSocketAddress(zoned, 7).toString()).contains("%2");
        for (List<InetSocketAddress> bound :
                List.of(addresses("[::]:7"), List.of(new InetSocketAddress(zoned, 7)))) {
            assertThat(AdvertisedAddresses.choose(List.of(), bound, List.of(zoned)).toString())
                    .isEqualTo(plain.toString());
        }
    }

    @Test
    void noneIsInventedWhereTheHostHasNone() {
        List<InetAddress> loopback = List.of(InetAddress.getLoopbackAddress());
        assertThat(AdvertisedAddresses.choose(List.of(), addresses("0.0.0.0:1935"), loopback))
                .isEmpty();
    }

    @Test
    void theHostHasAtLeastLoopback() throws SocketException {
        assertThat(AdvertisedAddresses.ofHost()).anyMatch(InetAddress::isLoopbackAddress);
    }

    private static List<InetSocketAddress> choose(
            List<InetSocketAddress> configured, List<InetSocketAddress> bound) {
        return AdvertisedAddresses.choose(configured, bound, HOST);
    }

    private static List<InetSocketAddress> addresses(String... texts) {
        return Stream.of(texts).map(HostPort::parseNumeric).toList();
    }
}
