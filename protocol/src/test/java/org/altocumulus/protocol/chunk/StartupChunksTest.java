package org.altocumulus.protocol.chunk;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartupChunksTest {
    private static final byte[] TAG = hex("000102030405060708090a0b0c0d0e0f");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7f0004 00 00 00 01",
                "7f0007 80 8100 8100 aabb",
                "300001 00",
                "300008 02 0aff 0102030405",
                "0f000a 01 0a 02 7f000001 078f bb",
                "0f0016 01 0a 82 20010db8000000000000000000000001 078f bb",
                "700002 00 00",
                "700007 01aa 02bbbb cccc",
                "710001 00",
                "710010 01aa 01 7f000001 078f 03 c0000201 0001",
                "790001 00",
                "790004 01aa bbbb",
                "380007 80000001 00 00 00",
                "38000d ffffffff 01aa 01bb 02cccc 5858",
                "780005 00000000 00",
                "780008 01020304 01aa 5858",
                "010000",
                "010002 aabb",
                "410000",
                "410002 aabb",
                "180001 05",
                "5e0003 05 8100",
                "0c0000",
                "4c0000",
            })
    void chunksGoThereAndBack(String bytes) throws WireException {
        assertThat(ChunkBytes.write(ChunkBytes.read(bytes))).isEqualTo(hex(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7f0000", // no flags
                "7f0001 80",
                "7f0002 80 00",
                "7f0003 80 00 00", // an empty fragment (§2.3.1)
                "7f000c 80 81808080808080808000 00 01",
                "300000",
                "300003 030a0b", // the discriminator is longer than the chunk
                "30000a ffffffffffffffff7f 00",
                "30000b 81808080808080808000 00",
                "0f0001 00", // no address
                "0f0007 00 02 7f000001 07",
                "0f0008 00 82 7f000001 078f", // IPv6 in 4 bytes
                "700000",
                "700003 02aa bb", // nothing left for a cookie
                "700005 01aa 04 bbbb",
                "710000",
                "710003 04 0102",
                "710007 00 01 7f000001 07", // an address that is cut off
                "71000f 00 01 7f000001 078f 81 7f000001 078f",
                "790000",
                "790002 02aa",
                "380003 000000",
                "380004 00000000",
                "380007 00000000 7f 00 00",
                "380007 00000000 00 02 00",
                "380007 00000000 00 00 01",
                "380006 00000000 00 00",
                "780003 000000",
                "780004 00000000",
                "780006 00000000 02 aa",
                "180000",
                "180001 80",
                "5e0001 00",
                "5e0002 00 80",
            })
    void lengthsThatLieAreRefused(String bytes) {
        assertThatThrownBy(() -> ChunkBytes.read(bytes)).isInstanceOf(WireException.class);
    }

    @Test
    void reservedBitsOfAFragmentAreIgnored() throws WireException {
        PacketFragment fragment = (PacketFragment) ChunkBytes.read("7f0004 7f 01 02 aa");
        assertThat(fragment.moreFragments()).isFalse();
        assertThat(fragment.packetId()).isEqualTo(1);
        assertThat(fragment.fragmentNumber()).isEqualTo(2);
        assertThat(fragment.fragment()).isEqualTo(hex("aa"));
    }

    @Test
    void anEmptyFragmentIsAnErrorOfOurs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PacketFragment(true, 1, 0, new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 24})
    void aRedirectHasAnyNumberOfAddressesOfBothFamilies(int count) throws Exception {
        List<AddressOrigin> origins = List.of(AddressOrigin.values());
        List<Address> destinations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AddressOrigin origin = origins.get(i % origins.size());
            String host = i % 2 == 0 ? "192.0.2." + i : "[2001:db8::" + i + "]";
            destinations.add(new Address(origin, HostPort.parse(host).resolve(1935 + i)));
        }
        Redirect redirect = new Redirect(TAG, destinations);
        assertThat(redirect.payloadLength()).isEqualTo(17 + count / 2 * 26 + count % 2 * 7);
        Redirect read = (Redirect) ChunkBytes.read(ChunkBytes.write(redirect));
        assertThat(read.tagEcho()).isEqualTo(TAG);
        assertThat(read.destinations()).isEqualTo(destinations);
    }

    @Test
    void aForwardedHelloHasExactlyOneAddressAndTheFormThatLibrtmfpChecks() throws Exception {
        byte[] discriminator = hex("210f" + "5a".repeat(32));
        Address reply =
                new Address(AddressOrigin.REFLEXIVE, HostPort.parseNumeric("192.0.2.7:40160"));
        assertThat(ChunkBytes.write(new FIHello(discriminator, reply, TAG)))
                .isEqualTo(
                        hex(
                                "0f003a 22 210f"
                                        + "5a".repeat(32)
                                        + "02 c0000207 9ce0 000102030405060708090a0b0c0d0e0f"));
    }

    @Test
    void aTagCanHaveAnyLength() throws WireException {
        for (int length : new int[] {0, 1, 16, 127, 128, 1000}) {
            IHello hello = new IHello(hex("010a"), new byte[length]);
            assertThat(((IHello) ChunkBytes.read(ChunkBytes.write(hello))).tag()).hasSize(length);
            RHello answer = new RHello(new byte[length], new byte[64], new byte[77]);
            assertThat(((RHello) ChunkBytes.read(ChunkBytes.write(answer))).tagEcho())
                    .hasSize(length);
        }
    }

    @Test
    void whatCloseChunksCarryIsPassedOver() throws WireException {
        assertThat(ChunkBytes.read("0c0001 05")).isEqualTo(new SessionCloseRequest());
        assertThat(ChunkBytes.read("4c0003 050607")).isEqualTo(new SessionCloseAck());
    }

    @ParameterizedTest
    @ValueSource(strings = {"000002 0102", "ff0000", "4d0001 05", "ec0001 00", "2a0000"})
    void paddingAndUnknownTypesAreNoChunk(String bytes) throws WireException {
        assertThat(ChunkBytes.read(bytes)).isNull();
    }

    @Test
    void aPayloadThatIsTooLongForAChunkIsAnErrorOfOurs() {
        Ping longest = new Ping(new byte[Chunk.MAX_PAYLOAD]);
        assertThat(ChunkBytes.write(longest)).hasSize(65538).startsWith(1, 255, 255);
        Ping tooLong = new Ping(new byte[Chunk.MAX_PAYLOAD + 1]);
        assertThatIllegalStateException()
                .isThrownBy(() -> tooLong.write(new WireWriter(70_000)))
                .withMessageContaining("65536");
    }
}
