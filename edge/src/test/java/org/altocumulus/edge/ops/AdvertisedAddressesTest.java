package org.altocumulus.edge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

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
