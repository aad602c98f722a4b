package org.altocumulus.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StampTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "2147483647, 9223372036854775807",
        "77, -9223372036854775808",
        "5, 4294967295",
        "5, -4294967296"
    })
    void whatIsWrittenIsRead(int number, long nanos) {
        byte[] array = new byte[40];
        Stamp.write(array, number, nanos);
        assertThat(Stamp.isOn(array, 5)).isTrue();
        assertThat(Stamp.number(array)).isEqualTo(number);
        assertThat(Stamp.nanos(array)).isEqualTo(nanos);
        assertThat(Arrays.copyOf(array, 24)).containsOnly(0);
    }

    @ParameterizedTest
    @CsvSource({"0", "5", "15", "20", "40"})
    void otherMessagesHaveNone(int length) {
        assertThat(Stamp.isOn(new byte[length], 5)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"20, false", "21, true"})
    void aStampIsBehindTheHeader(int length, boolean is) {
        byte[] array = new byte[length];
        Stamp.write(array, 1, 1);
        assertThat(Stamp.isOn(array, 5)).isEqualTo(is);
    }
}
