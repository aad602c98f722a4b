package org.altocumulus.protocol.chunk;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AckTest {
    private static final long MAX = Long.MAX_VALUE;

    /** 2^63 - 1 as a VLU. */
    private static final String MAX_VLU = "ffffffffffffffff7f";

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "00, ''",
        "01, 12-12",
        "80, 19-19",
        "ff, 12-19",
        "ffff, 12-27",
        "8001, 19-20",
        "0001, 20-20",
        "55, 12-12 14-14 16-16 18-18",
        "aa, 13-13 15-15 17-17 19-19",
        "00000080, 43-43",
    })
    void theFirstBitIsTwoAboveTheCumulativeAck(String bits, String ranges) throws WireException {
        BitmapAck ack = BitmapAck.read(ChunkBytes.payload("05 7f 0a" + bits));
        assertThat(ack.cumulativeAck()).isEqualTo(10);
        assertThat(shown(ack.ranges())).isEqualTo(ranges);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "01", "ff", "8001", "0001", "55", "fefd7f80"})
    void aBitmapGoesThereAndBack(String bits) throws WireException {
        String length = "%04x".formatted(3 + bits.length() / 2);
        byte[] bytes = hex("50" + length + "05 7f 0a" + bits);
        assertThat(ChunkBytes.write(ChunkBytes.read(bytes))).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "00, ''", // half a range
        "0000, 12-12",
        "000000, 12-12",
        "0000 00, 12-12",
        "0000 80, 12-12",
        "0000 0080, 12-12",
        "0000 0000, 12-12 14-14",
        "0103 0201, 13-16 20-21",
        "7f7f, 139-266",
        "0000 81808080808080808000 00, 12-12", // 2^63 holes
        "0000 00 81808080808080808000 0000, 12-12", // 2^63 received
    })
    void rangesAreReadUpToTheLastWholeOne(String list, String ranges) throws WireException {
        RangeAck ack = RangeAck.read(ChunkBytes.payload("05 7f 0a" + list));
        assertThat(shown(ack.ranges())).isEqualTo(ranges);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "05",
                "05 7f",
                "05 7f 80",
                "05 81808080808080808000 0a",
                "05 7f 81808080808080808000",
                "81808080808080808000 7f 0a"
            })
    void anAckWithoutItsFirstThreeValuesIsRefused(String bytes) {
        assertThatThrownBy(() -> RangeAck.read(ChunkBytes.payload(bytes)))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> BitmapAck.read(ChunkBytes.payload(bytes)))
                .isInstanceOf(WireException.class);
    }

    @ParameterizedTest
    @CsvSource({
        // cumulative ack, list: 2^63 - 3, - 2, - 1
        "ffffffffffffffff7d, 0000, 9223372036854775807-9223372036854775807",
        "ffffffffffffffff7d, 0001, ''",
        "ffffffffffffffff7d, 0100, ''",
        "ffffffffffffffff7d, 00000000, 9223372036854775807-9223372036854775807",
        "ffffffffffffffff7e, 0000, ''",
        "ffffffffffffffff7f, 0000, ''",
        "0a, 00ffffffffffffffff7f, ''",
        "0a, ffffffffffffffff7f00, ''",
        "0a, 00ffffffffffffffff730000, 12-9223372036854775807",
        "0a, 0000ffffffffffffffff7f00, 12-12",
    })
    void rangesBeyondTheLargestNumberEndTheList(String cumulative, String list, String ranges)
            throws WireException {
        RangeAck ack = RangeAck.read(ChunkBytes.payload("05 7f" + cumulative + list));
        assertThat(shown(ack.ranges())).isEqualTo(ranges);
    }

    @Test
    void bitsBeyondTheLargestNumberAreIgnored() throws WireException {
        BitmapAck last = BitmapAck.read(ChunkBytes.payload("05 7f ffffffffffffffff7d ffff"));
        assertThat(last.ranges()).containsExactly(MAX, MAX);
        BitmapAck two = BitmapAck.read(ChunkBytes.payload("05 7f ffffffffffffffff7c ff"));
        assertThat(two.ranges()).containsExactly(MAX - 1, MAX);
        BitmapAck none = BitmapAck.read(ChunkBytes.payload("05 7f ffffffffffffffff7e ff"));
        assertThat(none.ranges()).isEmpty();
        BitmapAck full = BitmapAck.read(ChunkBytes.payload("05 7f" + MAX_VLU + "ff"));
        assertThat(full.ranges()).isEmpty();
    }

    @Test
    void theLongestFieldsAreReadInAProportionateSpace() throws WireException {
        byte[] bits = new byte[65535];
        Arrays.fill(bits, (byte) 0x55);
        bits[0] = bits[1] = bits[2] = 0;
        assertThat(BitmapAck.read(new WireReader(bits)).ranges()).hasSize(65532 * 4 * 2);
        byte[] ranges = new byte[65535];
        assertThat(RangeAck.read(new WireReader(ranges)).ranges()).hasSize(65532);
    }

    static String shown(long[] ranges) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ranges.length; i += 2) {
            text.append(i == 0 ? "" : " ").append(ranges[i]).append('-').append(ranges[i + 1]);
        }
        return text.toString();
    }
}
