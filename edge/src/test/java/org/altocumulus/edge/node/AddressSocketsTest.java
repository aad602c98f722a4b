package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressSocketsTest {
    private static List<InetAddress> addresses(String text) throws UnknownHostException {
        List<InetAddress> addresses = new ArrayList<>();
        for (String part : text == null ? new String[0] : text.split(" ")) {
            addresses.add(InetAddress.getByName(part));
        }
        return addresses;
    }

    @ParameterizedTest
    @CsvSource({
        // One address: the kernel has no choice.
        "0.0.0.0, 127.0.0.1 192.0.2.1,",
        "::, 127.0.0.1 ::1 fe80::1 192.0.2.1 2001:db8::1,",
        "0.0.0.0, 127.0.0.1 192.0.2.1 192.0.2.2 2001:db8::1 2001:db8::2, 192.0.2.1 192.0.2.2",
        "::, 192.0.2.1 2001:db8::1 2001:db8::2 fe80::1, 2001:db8::1 2001:db8::2",
        "::, 192.0.2.1 10.0.0.1 2001:db8::1, 192.0.2.1 10.0.0.1",
        "192.0.2.1, 192.0.2.1 192.0.2.2,",
    })
    void whereAFamilyHasSeveralAddressesEachGetsASocket(String bound, String host, String beside)
            throws UnknownHostException {
        assertThat(AddressSockets.beside(InetAddress.getByName(bound), addresses(host)))
                .isEqualTo(addresses(beside));
    }

    @Test
    void thatAlsoTakesThoseThatAreListedTwice() throws UnknownHostException {
        assertThat(
                        AddressSockets.beside(
                                InetAddress.getByName("0.0.0.0"), addresses("192.0.2.1 192.0.2.1")))
                .isEmpty();
    }
}
