package org.altocumulus.protocol.amf;

import static org.altocumulus.protocol.amf.AmfBytes.amf0;
import static org.altocumulus.protocol.amf.AmfBytes.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class Amf0Test {
    static Stream<Arguments> formsOfAllMarkers() {
        Map<String, AmfValue> members = new LinkedHashMap<>();
        members.put("z", AmfValue.of(1));
        members.put("a", AmfValue.of("x"));
        String encoded = "0001 7a 00 3ff0000000000000 0001 61 02 0001 78 0000 09";
        return Stream.of(
                Arguments.of("00 4007800000000000", AmfValue.of(2.9375)),
                Arguments.of("01 01", AmfValue.of(true)),
                Arguments.of("01 00", AmfValue.of(false)),
                Arguments.of("02 0000", AmfValue.of("")),
                Arguments.of("02 0003 e282ac", AmfValue.of("€")),
                Arguments.of("03" + encoded, new AmfObject(members)),
                Arguments.of("03 0000 09", AmfObject.EMPTY),
                Arguments.of("05", AmfConstant.NULL),
                Arguments.of("06", AmfConstant.UNDEFINED),
                Arguments.of("08 00000002" + encoded, new AmfEcmaArray(members)),
                Arguments.of(
                        "0a 00000002 05 06",
                        new AmfStrictArray(List.of(AmfConstant.NULL, AmfConstant.UNDEFINED))),
                Arguments.of("0b 4270000000000000 0000", new AmfDate(1L << 40)),
                Arguments.of("0d", AmfConstant.UNSUPPORTED),
                Arguments.of("0f 00000004 3c612f3e", new AmfXml("<a/>", true)),
                Arguments.of("10 0003 612e42" + encoded, new AmfObject("a.B", members)),
                Arguments.of("11 0b 09 3c612f3e", new AmfXml("<a/>", false)),
                Arguments.of("11 0c 05 0102", new AmfByteArray(bytes("0102"))));
    }

    @ParameterizedTest
    @MethodSource("formsOfAllMarkers")
    void everyMarkerIsReadAndWritten(String hex, AmfValue value) throws WireException {
        assertThat(amf0(hex)).isEqualTo(value);
        assertThat(amf0(value)).isEqualTo(bytes(hex));
    }

    @ParameterizedTest
    @ValueSource(strings = {"04", "0e", "09", "12", "ff", "03 0000 0e", ""})
    void reservedMarkersAreRefused(String hex) {
        assertThatThrownBy(() -> amf0(hex)).isInstanceOf(WireException.class);
    }

    @Test
    void anIntegerIsWrittenAsNumber() throws WireException {
        assertThat(amf0(amf0(new AmfInteger(-5)))).isEqualTo(AmfValue.of(-5));
    }

    @Test
    void stringsChangeToTheLongMarkerAt65536Bytes() throws WireException {
        AmfValue shorter = AmfValue.of("x".repeat(65535));
        AmfValue longer = AmfValue.of("x".repeat(65536));
        assertThat(amf0(shorter)).startsWith(bytes("02 ffff")).hasSize(3 + 65535);
        assertThat(amf0(longer)).startsWith(bytes("0c 00010000")).hasSize(5 + 65536);
        assertThat(amf0(amf0(shorter))).isEqualTo(shorter);
        assertThat(amf0(amf0(longer))).isEqualTo(longer);
    }

    @Test
    void keysOf65535BytesFitAndLongerOnesAreRefused() throws WireException {
        AmfValue fits = AmfObject.builder().put("k".repeat(65535), 1).build();
        assertThat(amf0(amf0(fits))).isEqualTo(fits);
        assertThatThrownBy(() -> AmfObject.builder().put("k".repeat(65536), 1).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65536");
        Map<String, AmfValue> threeBytes = Map.of("€".repeat(21846), AmfConstant.NULL);
        assertThatThrownBy(() -> new AmfEcmaArray(threeBytes))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEcmaArrayWithWrongCountIsTakenAndWrittenWithTheRightOne() throws WireException {
        String rest = "0001 61 05 0001 62 06 0000 09";
        for (String count : List.of("00000000", "00000001", "7fffffff", "ffffffff")) {
            AmfValue array = amf0("08" + count + rest);
            assertThat(array.members()).containsOnlyKeys("a", "b");
            assertThat(amf0(array)).isEqualTo(bytes("08 00000002" + rest));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08 00000001 0001 61 05",
                "08 00000000",
                "03 0001 61 05",
                "03 0001 61 05 0000"
            })
    void aMissingEndIsTruncation(String hex) {
        assertThatThrownBy(() -> amf0(hex)).isInstanceOf(WireException.class);
    }

    @Test
    void anEmptyKeyBeforeAnotherMarkerThanTheEndIsAMember() throws WireException {
        AmfValue object = amf0("03 0000 05 0001 61 05 0000 09");
        assertThat(object.members()).containsOnlyKeys("", "a");
        assertThat(amf0(object)).isEqualTo(bytes("03 0000 05 0001 61 05 0000 09"));
    }

    @Test
    void theLastOfTwoMembersWithOneNameHolds() throws WireException {
        assertThat(amf0("03 0001 61 01 00 0001 61 01 01 0000 09").get("a"))
                .isEqualTo(AmfValue.of(true));
    }

    @Test
    void referencesCountObjectsAndArraysInTheOrderTheyBegin() throws WireException {
        AmfValue array =
                amf0("0a 00000005 03 0000 09 08 00000000 0000 09 0a 00000000 07 0001 07 0003");
        assertThat(((AmfStrictArray) array).values())
                .containsExactly(
                        AmfObject.EMPTY,
                        new AmfEcmaArray(Map.of()),
                        new AmfStrictArray(List.of()),
                        AmfObject.EMPTY,
                        new AmfStrictArray(List.of()));
    }

    @Test
    void amf3ValuesOfOneBodyShareTheirStrings() throws WireException {
        Amf0Reader reader = new Amf0Reader(new WireReader(bytes("11 06 03 61 05 11 06 00")));
        assertThat(reader.read()).isEqualTo(AmfValue.of("a"));
        assertThat(reader.read()).isEqualTo(AmfConstant.NULL);
        assertThat(reader.read()).isEqualTo(AmfValue.of("a"));
    }

    @Test
    void amf3MayStandInsideAnAmf0Object() throws WireException {
        AmfValue object =
                AmfObject.builder()
                        .put("bytes", new AmfByteArray(new byte[] {1}))
                        .put("after", "text")
                        .build();
        assertThat(amf0(amf0(object))).isEqualTo(object);
    }

    @Test
    void bytesThatAreNotUtf8SurviveReadingAndWriting() throws WireException {
        for (String text : List.of("ff", "c3", "6180c362", "eda080", "f0908d", "e282ac80e282ac")) {
            byte[] form = bytes(String.format("02 %04x %s", text.length() / 2, text));
            AmfValue value = amf0(form);
            assertThat(amf0(value)).isEqualTo(form);
            assertThat(((AmfString) value).utf8()).isEqualTo(bytes(text));
        }
    }

    @Test
    void accessorsFallBackOnOtherTypes() {
        AmfValue object = AmfObject.builder().put("n", 3).put("s", "x").put("b", true).build();
        assertThat(object.get("n").toNumber(0)).isEqualTo(3);
        assertThat(object.get("n").toText("-")).isEqualTo("-");
        assertThat(object.get("s").toText("-")).isEqualTo("x");
        assertThat(object.get("b").toBoolean(false)).isTrue();
        assertThat(object.get("missing").isAbsent()).isTrue();
        assertThat(object.get("missing").get("deeper").toBoolean(true)).isTrue();
        assertThat(new AmfInteger(7).toNumber(0)).isEqualTo(7);
    }
}
