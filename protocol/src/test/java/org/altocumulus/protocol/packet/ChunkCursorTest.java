package org.altocumulus.protocol.packet;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkCursorTest {
    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "ff, ''",
        "ffff, ''",
        "010000, 1:0",
        "010000 ff, 1:0",
        "010000 ffff, 1:0",
        "010000 ffffff, 1:0", // 65535 bytes never fit
        "010000 ffffffffffffffffffffffffff, 1:0",
        "010000 010001, 1:0", // does not fit by one byte
        "010001 aa 410002 bbcc, 1:1 65:2",
        "ff0002 0000 000001 00 010000, 255:2 0:1 1:0", // padding in front of a ping (§3.5.4.3)
        "010002 aa, ''", // nothing behind what does not fit is looked for
        "010005 aa 010000, ''",
    })
    void chunksEndWhereThePaddingBegins(String bytes, String expected) {
        assertThat(walk(new ChunkCursor(), hex(bytes))).isEqualTo(expected);
    }

    @Test
    void aChunkDoesNotReachBeyondThePacketEvenIfTheArrayGoesOn() {
        byte[] array = hex("aa 010000 010001 00");
        ChunkCursor cursor = new ChunkCursor().wrap(new WireReader(array, 1, 6));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isFalse();
    }

    @Test
    void aPayloadThatWasNotReadIsPassedOver() throws WireException {
        ChunkCursor cursor = new ChunkCursor().wrap(new WireReader(hex("010002 aabb 410001 cc")));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.payload().u8()).isEqualTo(0xaa);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.payload().u8()).isEqualTo(0xcc);
        assertThat(cursor.payload().remaining()).isZero();
    }

    @Test
    void oneCursorServesManyPackets() {
        ChunkCursor cursor = new ChunkCursor();
        assertThat(cursor.next()).isFalse();
        assertThat(walk(cursor, hex("010002 aabb 410001 cc"))).isEqualTo("1:2 65:1");
        assertThat(walk(cursor, hex("0c0000"))).isEqualTo("12:0");
        assertThat(walk(cursor, hex(""))).isEmpty();
    }

    private static String walk(ChunkCursor cursor, byte[] bytes) {
        WireReader reader = new WireReader(bytes);
        cursor.wrap(reader);
        List<String> seen = new ArrayList<>();
        while (cursor.next()) {
            seen.add(cursor.type() + ":" + cursor.payload().remaining());
        }
        assertThat(cursor.next()).isFalse();
        assertThat(reader.remaining()).isEqualTo(bytes.length);
        return String.join(" ", seen);
    }
}
