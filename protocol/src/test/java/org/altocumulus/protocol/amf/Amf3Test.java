package org.altocumulus.protocol.amf;

import static org.altocumulus.protocol.amf.AmfBytes.amf3;
import static org.altocumulus.protocol.amf.AmfBytes.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Amf3Test {
    @ParameterizedTest
    @CsvSource({
        "0, 0400",
        "127, 047f",
        "128, 048100",
        "16383, 04ff7f",
        "16384, 04818000",
        "2097151, 04ffff7f",
        "2097152, 0480c08000",
        "268435455, 04bfffffff",
        "-1, 04ffffffff",
        "-268435456, 04c0808000"
    })
    void integersAreReadAndWrittenAtEveryEdge(int number, String hex) throws WireException {
        assertThat(amf3(hex)).isEqualTo(new AmfInteger(number));
        assertThat(amf3(new AmfInteger(number))).isEqualTo(bytes(hex));
    }

    @Test
    void whatTakesMoreThan29BitsIsADouble() throws WireException {
        for (double number : new double[] {268435456, -268435457, 1L << 53, -0.5}) {
            assertThat(amf3(amf3(AmfValue.of(number)))).isEqualTo(AmfValue.of(number));
        }
        assertThatThrownBy(() -> new AmfInteger(268435456))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AmfInteger(-268435457))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theEmptyStringIsNotNullAndIsNeverReferredTo() throws WireException {
        assertThat(amf3("06 01")).isEqualTo(AmfValue.of("")).isNotEqualTo(AmfConstant.NULL);
        assertThat(amf3(AmfValue.of(""))).isEqualTo(bytes("06 01"));
        AmfValue array = amf3("09 09 01 06 01 06 03 61 06 00 06 01");
        assertThat(array)
                .isEqualTo(
                        new AmfStrictArray(
                                List.of(
                                        AmfValue.of(""),
                                        AmfValue.of("a"),
                                        AmfValue.of("a"),
                                        AmfValue.of(""))));
    }

    @Test
    void traitsAreReferredToByObjectsOfTheSameClassInsideEachOther() throws WireException {
        // a.B {next, n}: next is another a.B by traits reference, whose next is null.
        AmfValue value = amf3("0a 23 07 612e42 09 6e657874 03 6e  0a 01 01 0402  0401");
        AmfObject inner = (AmfObject) value.get("next");
        assertThat(inner.className()).isEqualTo("a.B");
        assertThat(inner.members())
                .isEqualTo(Map.of("next", AmfConstant.NULL, "n", new AmfInteger(2)));
        assertThat(value.get("n")).isEqualTo(new AmfInteger(1));
    }

    @Test
    void sealedMembersComeBeforeADynamicTail() throws WireException {
        AmfValue value = amf3("0a 1b 03 43 03 73  0401  03 64 0402 01");
        assertThat(value.members().keySet()).containsExactly("s", "d");
        assertThat(((AmfObject) value).className()).isEqualTo("C");
    }

    @Test
    void objectsWithMoreThanHundredSealedMembersAreReadAndWritten() throws WireException {
        AmfObject.Builder members = AmfObject.builder();
        for (int i = 0; i < 150; i++) {
            members.put("member" + i, i);
        }
        AmfObject object = new AmfObject("big.Class", members.build().members());
        byte[] encoded = amf3(object);
        assertThat(encoded).startsWith(bytes("0a 9263"));
        assertThat(amf3(encoded)).isEqualTo(object);
    }

    @Test
    void anArrayWithBothPartsBecomesAnEcmaArray() throws WireException {
        AmfValue array = amf3("09 05 03 6e 0405 01 0401 0402");
        assertThat(array).isInstanceOf(AmfEcmaArray.class);
        assertThat(array.members())
                .isEqualTo(
                        Map.of(
                                "n",
                                new AmfInteger(5),
                                "0",
                                new AmfInteger(1),
                                "1",
                                new AmfInteger(2)));
    }

    @Test
    void knownExternalizableClassesAreReadAndWritten() throws WireException {
        AmfValue value =
                new AmfExternalizable(
                        "flex.messaging.io.ArrayCollection",
                        new AmfStrictArray(List.of(AmfValue.of("x"))));
        assertThat(amf3(amf3(value))).isEqualTo(value);
    }

    @Test
    void anUnknownExternalizableClassIsRefusedByName() {
        assertThatThrownBy(() -> amf3("0a 07 07 612e42 0401"))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("a.B");
        assertThatThrownBy(() -> new AmfExternalizable("a.B", AmfConstant.NULL))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void referencesCountAllComplexValues() throws WireException {
        // 0 the array, 1 a date, 2 a byte array, 3 a vector, then references to each of 1 to 3.
        AmfValue array =
                amf3(
                        "09 0d 01 08 01 0000000000000000 0c 03 07 0d 03 00 00000001 08 02 0c 04 0d"
                                + " 06");
        List<AmfValue> values = ((AmfStrictArray) array).values();
        assertThat(values.subList(3, 6)).isEqualTo(values.subList(0, 3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "12", // marker
                "ff",
                "06 00", // string that is not there
                "0a 00", // object that is not there
                "0a 05", // traits that are not there
                "09 03 01 09 00", // array that contains itself
                "0a 0b 01 03 61 0a 00 01", // object that contains itself
                "11 03 00 11 00 01", // dictionary that is its own key
                "0a 07 43 666c65782e6d6573736167696e672e696f2e4172726179436f6c6c656374696f6e 0a 00"
            })
    void unknownMarkersAndReferencesAreRefused(String hex) {
        assertThatThrownBy(() -> amf3(hex)).isInstanceOf(WireException.class);
    }

    @Test
    void keysAreBoundAsInAmf0() {
        byte[] text = "k".repeat(65536).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        AmfOutput out = new AmfOutput().u8(0x0a).u8(0x0b).u8(0x01);
        U29.writeInline(out, text.length);
        out.bytes(text).u8(0x01).u8(0x01);
        assertThatThrownBy(() -> amf3(out.toByteArray()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("65535");
    }

    @Test
    void anEmptyKeyIsLeftOutWhereItWouldEndTheMembers() throws WireException {
        AmfValue object = AmfObject.builder().put("", 1).put("a", 2).build();
        assertThat(amf3(amf3(object)).members()).isEqualTo(Map.of("a", AmfValue.of(2)));
    }

    @Test
    void fourByteIntegersUseAllBitsOfTheLast() throws WireException {
        assertThat(U29.read(new WireReader(bytes("ffffffff")))).isEqualTo((1 << 29) - 1);
        assertThat(U29.read(new WireReader(bytes("80808080")))).isEqualTo(0x80);
    }
}
