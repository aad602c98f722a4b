package org.altocumulus.protocol.wire;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.vectors.Mutations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "UNKNOWN, 192.0.2.129:1935, 00 c0000281 078f",
        "LOCAL, 10.0.0.255:65535, 01 0a0000ff ffff",
        "REFLEXIVE, 127.0.0.1:40450, 02 7f000001 9e02",
        "RELAY, 255.255.255.255:0, 03 ffffffff 0000",
        "UNKNOWN, [2001:db8::1935]:1935, 80 20010db8000000000000000000001935 078f",
        "LOCAL, [fe80::1]:1, 81 fe800000000000000000000000000001 0001",
        "REFLEXIVE, [2001:db8:1:2:3:4:5:6]:50000, 82 20010db8000100020003000400050006 c350",
        "RELAY, [::1]:65535, 83 00000000000000000000000000000001 ffff",
    })
    void addressesOfEachOriginHaveTheirBytes(AddressOrigin origin, String text, String bytes)
            throws Exception {
        Address address = new Address(origin, HostPort.parse(text).resolve(0));
        assertThat(write(address)).isEqualTo(hex(bytes));
        assertThat(address.size()).isEqualTo(hex(bytes).length);
        assertThat(Address.read(new WireReader(hex(bytes)))).isEqualTo(address);
        assertThat(address.isInet6()).isEqualTo(text.startsWith("["));
        assertThat(address.isInet4()).isNotEqualTo(address.isInet6());
    }

    @Test
    void reservedBitsAreIgnored() throws WireException {
        Address address = Address.read(new WireReader(hex("7e 7f000001 078f")));
        assertThat(address.origin()).isEqualTo(AddressOrigin.REFLEXIVE);
        assertThat(write(address)).isEqualTo(hex("02 7f000001 078f"));
    }

    @Test
    void anIpv4MappedAddressBecomesIpv4() throws WireException {
        String mapped = "82 00000000000000000000ffff c0000201 078f";
        Address address = Address.read(new WireReader(hex(mapped)));
        assertThat(address.isInet4()).isTrue();
        assertThat(write(address)).isEqualTo(hex("02 c0000201 078f"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"02 7f000001 078f", "82 00000000000000000000000000000001 078f"})
    void everyTruncationIsRefused(String bytes) {
        byte[] whole = hex(bytes);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Address.read(new WireReader(cut)))
                    .as("cut to %d bytes", length)
                    .isInstanceOf(WireException.class);
        }
    }

    @Test
    void damagedAddressesGiveAnAddressOrAWireException() {
        byte[] bytes = hex("82 20010db8000100020003000400050006 c350");
        Mutations.mutateAll(
                List.of(bytes),
                damaged -> {
                    Address address = Address.read(new WireReader(damaged));
                    assertThat(write(address)).hasSize(address.size());
                });
    }

    @Test
    void anAddressThatWasNotResolvedIsAnErrorOfOurs() {
        InetSocketAddress name = InetSocketAddress.createUnresolved("example.org", 1935);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Address(AddressOrigin.LOCAL, name))
                .withMessageContaining("example.org");
    }

    private static byte[] write(Address address) {
        WireWriter writer = new WireWriter(address.size());
        address.write(writer);
        return writer.toByteArray();
    }
}
