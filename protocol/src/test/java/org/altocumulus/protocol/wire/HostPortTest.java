package org.altocumulus.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @ParameterizedTest
    @CsvSource({
        "::1, ::1, -1",
        "::, ::, -1",
        "[::1], ::1, -1",
        "[::1]:1935, ::1, 1935",
        "[::]:0, ::, 0",
        "fe80::1%eth0, fe80::1%eth0, -1",
        "[fe80::1%eth0]:1935, fe80::1%eth0, 1935",
        "[fe80::1%12]:1935, fe80::1%12, 1935",
        "2001:db8::1935, 2001:db8::1935, -1",
        "[2001:db8::1935]:1936, 2001:db8::1935, 1936",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8, -1",
        "::ffff:192.0.2.1, ::ffff:192.0.2.1, -1",
        "1.2.3.4, 1.2.3.4, -1",
        "1.2.3.4:1935, 1.2.3.4, 1935",
        "255.255.255.255:65535, 255.255.255.255, 65535",
        "0.0.0.0:0, 0.0.0.0, 0",
        "host, host, -1",
        "host:0, host, 0",
        "host:65535, host, 65535",
        "host:01935, host, 1935",
        "Edge-1.Example.COM:1935, Edge-1.Example.COM, 1935",
        "edge_1:1935, edge_1, 1935",
        "example.org.:1935, example.org., 1935",
        "abc.123.de, abc.123.de, -1",
    })
    void textsAreTaken(String text, String host, int port) {
        assertThat(HostPort.parse(text)).isEqualTo(new HostPort(host, port));
    }

    @ParameterizedTest
    @CsvSource({
        "'', HOST:PORT",
        "1.2.3.4:, a port from 0 to 65535",
        "host:, a port from 0 to 65535",
        "[::1]:, a port from 0 to 65535",
        "host:65536, a port from 0 to 65535",
        "host:99999, a port from 0 to 65535",
        "host:100000, a port from 0 to 65535",
        "host:-1, a port from 0 to 65535",
        "host:+1, a port from 0 to 65535",
        "host:19x5, a port from 0 to 65535",
        "'host: 1935', a port from 0 to 65535",
        "host:١٩٣٥, a port from 0 to 65535",
        ":1935, a host name or an address",
        ":, a host name or an address",
        "' host:1935', a host name or an address",
        "ho st:1935, a host name or an address",
        "-host:1935, a host name or an address",
        "a..b:1935, a host name or an address",
        ".host:1935, a host name or an address",
        "höst:1935, a host name or an address",
        "host/path:1935, a host name or an address",
        "10.0.0.256, four numbers from 0 to 255",
        "10.0.0.256:1935, four numbers from 0 to 255",
        "10.0.0:1935, four numbers from 0 to 255",
        "10.0.0.1.2:1935, four numbers from 0 to 255",
        "10.0.0.01:1935, four numbers from 0 to 255",
        "10.0.0.:1935, four numbers from 0 to 255",
        "10.0.0.1.:1935, four numbers from 0 to 255",
        "..., four numbers from 0 to 255",
        "167772161, four numbers from 0 to 255",
        "[], an IPv6 address",
        "[]:1935, an IPv6 address",
        "[1.2.3.4]:1935, an IPv6 address",
        "[host]:1935, an IPv6 address",
        "host:1935:1, an IPv6 address",
        "1.2.3.4:1935:1, an IPv6 address",
        ":::, an IPv6 address",
        "1::2::3, an IPv6 address",
        "12345::, an IPv6 address",
        "1:2:3:4:5:6:7:8:9, an IPv6 address",
        "1:2:3:4:5:6:7, an IPv6 address",
        "::ffff:192.0.2.256, an IPv6 address",
        "fe80::1%, an IPv6 address",
        "fe80::1%a b, an IPv6 address",
        "[[::1]]:1935, an IPv6 address",
        "[::1, a ']'",
        "[::1]1935, [IPv6]:PORT",
        "[::1]], [IPv6]:PORT",
    })
    void wrongTextsAreRefusedWithWhatWasExpected(String text, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostPort.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining(expected);
    }

    @Test
    void aLongTextIsRefusedAndShownInPart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostPort.parse("a".repeat(100_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
        assertThatIllegalArgumentException().isThrownBy(() -> HostPort.parse("a".repeat(64)));
        assertThat(HostPort.parse("a".repeat(63)).host()).hasSize(63);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2.3.4:1935", "[::1]:1", "[2001:db8::1935]:65535"})
    void anAddressWithAPortIsNumeric(String text) {
        InetSocketAddress socket = HostPort.parseNumeric(text);
        assertThat(socket.isUnresolved()).isFalse();
        assertThat(HostPort.parseNumeric(HostPort.format(socket))).isEqualTo(socket);
    }

    @ParameterizedTest
    @CsvSource({
        "host:1935, not a name",
        "1.2.3.4, a port from 1",
        "1.2.3.4:0, a port from 1",
        "::1, a port from 1",
        "[::1]:0, a port from 1",
        "[fe80::1%no-such-interface]:1935, an IP address",
    })
    void whatIsNotAnAddressWithAPortIsNotNumeric(String text, String expected) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostPort.parseNumeric(text))
                .withMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"host", "host:1", "1.2.3.4:1935", "[::1]", "[::1]:1935", "[fe80::1%eth0]:1"})
    void theTextOfAHostPortIsWhatItWasReadFrom(String text) {
        assertThat(HostPort.parse(text)).hasToString(text);
    }

    @Test
    void theDefaultPortStandsInForNone() throws Exception {
        assertThat(HostPort.parse("1.2.3.4").resolve(1935).getPort()).isEqualTo(1935);
        assertThat(HostPort.parse("1.2.3.4:0").resolve(1935).getPort()).isZero();
    }

    @Test
    void anUnresolvedAddressShowsItsName() {
        InetSocketAddress name = InetSocketAddress.createUnresolved("example.org", 1935);
        assertThat(HostPort.format(name)).isEqualTo("example.org:1935");
    }

    /** The examples of RFC 5952 §4, and the ends of the range. */
    @ParameterizedTest
    @CsvSource({
        "2001:0db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:0:0:0:2:1, 2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:DB8::AbCd, 2001:db8::abcd",
        "0:0:0:0:0:0:0:0, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "1:0:0:0:0:0:0:0, 1::",
        "0:1:0:0:0:0:0:0, 0:1::",
        "0:0:1:1:1:1:1:1, ::1:1:1:1:1:1",
        "1:1:1:1:1:1:0:0, 1:1:1:1:1:1::",
        "0:1:1:1:1:1:1:0, 0:1:1:1:1:1:1:0",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
        "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
        "192.0.2.7, 192.0.2.7",
    })
    void addressesAreShownInTheFormOfRfc5952(String text, String shown) throws Exception {
        InetAddress address = InetAddress.getByName(text);
        assertThat(HostPort.format(address)).isEqualTo(shown);
        String brackets = shown.contains(":") ? '[' + shown + ']' : shown;
        InetSocketAddress socket = new InetSocketAddress(address, 1935);
        assertThat(HostPort.format(socket)).isEqualTo(brackets + ":1935");
        assertThat(HostPort.parseNumeric(HostPort.format(socket))).isEqualTo(socket);
    }

    @Test
    void everyPatternOfZeroGroupsIsReadBackAsTheSameAddress() throws Exception {
        for (int zeros = 0; zeros < 256; zeros++) {
            byte[] ip = new byte[16];
            for (int group = 0; group < 8; group++) {
                ip[2 * group + 1] = (byte) ((zeros >> group & 1) == 0 ? group + 1 : 0);
            }
            InetAddress address = InetAddress.getByAddress(ip);
            String shown = HostPort.format(address);
            assertThat(InetAddress.getByName(shown)).as(shown).isEqualTo(address);
            assertThat(shown).doesNotContain(":::").matches("[0-9a-f:]+");
            assertThat(shown.length()).isLessThanOrEqualTo(address.getHostAddress().length());
        }
    }

    @Test
    void aZoneIsShownOnlyIfItNamesAnInterface() throws Exception {
        byte[] ip = InetAddress.getByName("fe80::1").getAddress();
        assertThat(HostPort.format(Inet6Address.getByAddress(null, ip, 0))).isEqualTo("fe80::1");
        assertThat(HostPort.format(Inet6Address.getByAddress(null, ip, 4711)))
                .isEqualTo("fe80::1%4711");
    }

    @ParameterizedTest
    @CsvSource({
        "::1:1935, [::1]:1935",
        "2001:db8::7:1935, [2001:db8::7]:1935",
        "::1935, [::]:1935",
        "fe80::1%eth0,",
        "2001:db8::ffff,",
        "2001:db8::99999,",
        "127.0.0.1,",
        "127.0.0.1:1935,",
        "[::1]:1935,",
    })
    void bracketsThatWereLeftOutAreFound(String text, String meant) {
        List<String> found;
        try {
            found = HostPort.parse(text).withLastGroupAsPort();
        } catch (IllegalArgumentException e) {
            found = List.of();
        }
        assertThat(found).isEqualTo(meant == null ? List.of() : List.of(meant));
    }
}
