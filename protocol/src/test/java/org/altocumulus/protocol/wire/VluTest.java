package org.altocumulus.protocol.wire;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.altocumulus.protocol.vectors.Mutations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VluTest {
    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 8100",
        "16383, ff7f",
        "16384, 818000",
        "2097151, ffff7f",
        "2097152, 81808000",
        "4294967295, 8fffffff7f",
        "9223372036854775807, ffffffffffffffff7f",
    })
    void valuesHaveTheirBytes(long value, String bytes) throws WireException {
        WireWriter writer = new WireWriter(Vlu.MAX_SIZE).vlu(value);
        assertThat(writer.toByteArray()).isEqualTo(hex(bytes));
        assertThat(Vlu.size(value)).isEqualTo(hex(bytes).length);
        assertThat(new WireReader(hex(bytes)).vlu()).isEqualTo(value);
    }

    @Test
    void valuesAroundEachPowerOfTwoGoThereAndBack() throws WireException {
        for (int bits = 0; bits < 63; bits++) {
            for (long value = Math.max(0, (1L << bits) - 2); value <= (1L << bits) + 2; value++) {
                byte[] bytes = new WireWriter(Vlu.MAX_SIZE).vlu(value).toByteArray();
                assertThat(bytes).hasSize(Vlu.size(value));
                WireReader reader = new WireReader(bytes);
                assertThat(reader.vlu()).isEqualTo(value);
                assertThat(reader.remaining()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8180808080808080 8000", // 2^63
                "81ffffffffffffff ff7f", // 2^64 - 1
                "8280808080808080 8000", // 2^64
                "ffffffffffffffffffffffffffffffffffffff7f",
            })
    void valuesAbove63BitsAreRefused(String bytes) {
        assertThatThrownBy(() -> new WireReader(hex(bytes)).vlu())
                .isInstanceOf(WireException.class)
                .hasMessageContaining("2^63");
    }

    @Test
    void leadingZeroGroupsAreTaken() throws WireException {
        assertThat(new WireReader(hex("8080808080808080808080808005")).vlu()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "80", "ff", "8181", "ffffffffffffff"})
    void anIncompleteValueIsRefusedAndLeavesTheReaderWhereItWas(String bytes) {
        WireReader reader = new WireReader(hex(bytes));
        assertThatThrownBy(reader::vlu)
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not complete");
        assertThat(reader.position()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "05 00000000", "8100 00", "ffffffffffffffff7f 00"})
    void aLengthThatLiesIsRefused(String bytes) {
        WireReader reader = new WireReader(hex(bytes));
        assertThatThrownBy(reader::vluLength).isInstanceOf(WireException.class);
        assertThat(reader.position()).isZero();
    }

    @Test
    void aLengthOfAllThatRemainsIsTaken() throws WireException {
        assertThat(new WireReader(hex("020000")).vluLength()).isEqualTo(2);
    }

    @Test
    void negativeValuesAreAnErrorOfOurs() {
        assertThatIllegalArgumentException().isThrownBy(() -> Vlu.size(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WireWriter(Vlu.MAX_SIZE).vlu(Long.MIN_VALUE));
    }

    @Test
    void damagedValuesGiveAValueOrAWireException() {
        Mutations.mutateAll(
                List.of(hex("00"), hex("ff7f"), hex("ffffffffffffffff7f")),
                damaged -> assertThat(new WireReader(damaged).vlu()).isNotNegative());
    }
}
