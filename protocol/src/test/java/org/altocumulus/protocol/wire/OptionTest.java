package org.altocumulus.protocol.wire;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.vectors.Mutations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTest {
    private static final byte[] LIST = hex("05 00 54430400 02 0a 02 01 0f 04 c000 aabb 00");

    @Test
    void aListGoesThereAndBack() throws WireException {
        WireReader reader = new WireReader(LIST);
        List<Option> options = Option.readList(reader);
        assertThat(reader.remaining()).isZero();
        assertThat(options).extracting(Option::type).containsExactly(0L, 10L, 15L, 8192L);
        assertThat(options.get(0).value()).isEqualTo(hex("54430400"));
        assertThat(options.get(2).value()).isEmpty();
        WireWriter writer = new WireWriter(Option.size(options) + 1);
        writer.bytes(Option.encode(options));
        Option.writeMarker(writer);
        assertThat(writer.array()).isEqualTo(LIST);
    }

    @Test
    void aMarkerIsNoOption() throws WireException {
        assertThat(Option.read(new WireReader(hex("00")))).isNull();
        assertThat(Option.readList(new WireReader(hex("00")))).isEmpty();
    }

    @Test
    void valuesCanBeEmptyOrAVlu() throws WireException {
        assertThat(Option.encode(List.of(Option.empty(10)))).isEqualTo(hex("010a"));
        assertThat(Option.encode(List.of(Option.ofVlu(10, 300)))).isEqualTo(hex("030a822c"));
        assertThat(Option.ofVlu(10, 300).size()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // neither an option nor a marker
                "02 0a", // one byte less than it says
                "ffffffff7f 0a", // far more than is there
                "81808080808080808000 0a", // a length of 2^63
                "01 80", // the type runs over the end of the option
                "02 8a 80 05", // the same, though more bytes follow
                "0a 81808080808080808000", // a type of 2^63
            })
    void lengthsThatLieAreRefused(String bytes) {
        assertThatThrownBy(() -> Option.read(new WireReader(hex(bytes))))
                .isInstanceOf(WireException.class);
    }

    @Test
    void aListWithoutItsMarkerIsRefused() {
        for (int length = 0; length < LIST.length; length++) {
            byte[] cut = Arrays.copyOf(LIST, length);
            assertThatThrownBy(() -> Option.readList(new WireReader(cut)))
                    .as("cut to %d bytes", length)
                    .isInstanceOf(WireException.class);
        }
    }

    @Test
    void damagedListsGiveOptionsOrAWireException() {
        Mutations.mutateAll(
                List.of(LIST),
                damaged ->
                        assertThat(Option.readList(new WireReader(damaged)))
                                .allSatisfy(option -> assertThat(option.type()).isNotNegative()));
    }
}
