package org.altocumulus.protocol.amf;

import static org.altocumulus.protocol.amf.AmfBytes.amf0;
import static org.altocumulus.protocol.amf.AmfBytes.amf3;
import static org.altocumulus.protocol.amf.AmfBytes.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmfHostileTest {
    private static final String TEN = "00010203040506070809";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0a ffffffff", // AMF0 strict array
                "0a 0000000b",
                "0c ffffffff", // AMF0 long string
                "0f 7fffffff",
                "02 ffff",
                "11 06 ffffffff", // AMF3 string
                "11 09 ffffffff 01", // array
                "11 0a bffffff3 01", // traits
                "11 0c ffffffff", // byte array
                "11 0d ffffffff 00", // vectors
                "11 0e 8000ffff 00",
                "11 0f ffffffff 00",
                "11 10 ffffffff 00 01",
                "11 11 ffffffff 00" // dictionary
            })
    void countsAndLengthsAboveWhatIsThereAreRefused(String head) {
        assertThatThrownBy(() -> amf0(head + TEN)).isInstanceOf(WireException.class);
    }

    @Test
    void valuesInEachOtherAreRefusedBeyondTheirDepth() throws WireException {
        assertThat(amf0(nestedArrays(AmfBudget.MAX_DEPTH))).isInstanceOf(AmfStrictArray.class);
        for (int depth : new int[] {AmfBudget.MAX_DEPTH + 1, 10_000, 100_000}) {
            assertThatThrownBy(() -> amf0(nestedArrays(depth)))
                    .isInstanceOf(WireException.class)
                    .hasMessageContaining("deep");
        }
        String objects = "11" + "0a0b01 0361".repeat(10_000);
        assertThatThrownBy(() -> amf0(objects)).isInstanceOf(WireException.class);
        String alternating = "03 0001 61 11 0a 0b 01 03 61".repeat(100);
        assertThatThrownBy(() -> amf0(alternating)).isInstanceOf(WireException.class);
    }

    @Test
    void aBodyOfTooManyValuesIsRefused() throws WireException {
        byte[] most = nulls(AmfBudget.MAX_VALUES - 1);
        assertThat(((AmfStrictArray) amf0(most)).values()).hasSize(AmfBudget.MAX_VALUES - 1);
        assertThatThrownBy(() -> amf0(nulls(AmfBudget.MAX_VALUES)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("values");
    }

    @Test
    void referencesCannotMakeAValueDeeper() {
        // Each array holds the one before at the end of 40 new levels.
        StringBuilder hex = new StringBuilder("0a 00000002 " + "0a 00000001".repeat(40) + " 05");
        hex.append("0a 00000001".repeat(40)).append("07 0001");
        assertThatThrownBy(() -> amf0(hex.toString()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("deep");
    }

    @Test
    void referencesToWhatIsNotCompleteOrNotThereAreRefused() {
        assertThatThrownBy(() -> amf0("0a 00000001 07 0000")).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> amf0("03 0001 61 07 0000 0000 09"))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> amf0("07 0000")).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> amf0("07 ffff")).isInstanceOf(WireException.class);
    }

    @Test
    void referencesThatDoubleAValueAreRefusedAboveTheirBudget() throws WireException {
        assertThat(amf0(doubling(8))).isInstanceOf(AmfStrictArray.class);
        assertThatThrownBy(() -> amf0(doubling(40)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("references");
    }

    @Test
    void referencesToALongStringAreRefusedAboveTheirBudget() {
        AmfOutput out = new AmfOutput().u8(0x09);
        U29.writeInline(out, 5001);
        out.u8(0x01).u8(0x06);
        U29.writeInline(out, 20_000);
        out.bytes(new byte[20_000]);
        for (int i = 0; i < 5000; i++) {
            out.u8(0x06).u8(0x00);
        }
        assertThatThrownBy(() -> amf3(out.toByteArray()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("references");
    }

    @Test
    void truncatedAndDamagedBodiesAreRefusedOrGiveUsableValues() {
        List<byte[]> samples = new ArrayList<>();
        RandomValues values = new RandomValues(Mutations.random(7), true);
        for (int i = 0; i < 20; i++) {
            samples.add(amf0(values.next(4)));
            samples.add(amf3(values.next(4)));
        }
        samples.add(bytes("0a 00000003 03 0000 09 07 0001 11 0a 0b 01 03 61 0a 0b 01 01 01"));
        samples.add(bytes("0a 23 07 612e42 09 6e657874 03 6e 0a 01 01 0402 0401"));
        samples.add(
                bytes("09 0d 01 08 01 0000000000000000 0c 03 07 0d 03 00 00000001 08 02 0c 04"));
        for (byte[] sample : samples) {
            Mutations.truncateEverywhere(sample, bytes -> use(amf0(bytes)));
            Mutations.truncateEverywhere(sample, bytes -> use(amf3(bytes)));
        }
        Mutations.mutateAll(samples, bytes -> use(amf0(bytes)));
        Mutations.mutateAll(samples, bytes -> use(amf3(bytes)));
    }

    private static void use(AmfValue value) throws WireException {
        assertThat(value).hasSameHashCodeAs(value).hasToString(value.toString());
        byte[] encoded = amf0(value);
        assertThat(amf0(amf0(encoded))).isEqualTo(encoded);
        assertThat(amf3(amf3(value))).isNotNull();
    }

    private static byte[] nulls(int count) {
        byte[] markers = new byte[count];
        Arrays.fill(markers, (byte) 0x05);
        return new AmfOutput().u8(0x0a).i32(count).bytes(markers).toByteArray();
    }

    private static byte[] nestedArrays(int depth) {
        AmfOutput out = new AmfOutput();
        for (int i = 1; i < depth; i++) {
            out.u8(0x0a).i32(1);
        }
        return out.u8(0x0a).i32(0).toByteArray();
    }

    /** An array of arrays, each of which refers twice to the one before. */
    private static String doubling(int levels) {
        StringBuilder hex = new StringBuilder(String.format("0a %08x 0a 00000000", levels + 1));
        for (int i = 1; i <= levels; i++) {
            hex.append(String.format("0a 00000002 07 %04x 07 %04x", i, i));
        }
        return hex.toString();
    }
}
