package org.altocumulus.protocol.wire;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WireReaderTest {
    @Test
    void numbersAreBigEndian() throws WireException {
        WireReader reader =
                new WireReader(hex("80 8182 838485 86878889 8a8b8c8d 8e8f909192939495"));
        assertThat(reader.u8()).isEqualTo(0x80);
        assertThat(reader.u16()).isEqualTo(0x8182);
        assertThat(reader.u24()).isEqualTo(0x838485);
        assertThat(reader.i32()).isEqualTo(0x86878889);
        assertThat(reader.u32()).isEqualTo(0x8a8b8c8dL);
        assertThat(reader.i64()).isEqualTo(0x8e8f909192939495L);
        assertThat(reader.remaining()).isZero();
    }

    @Test
    void nothingIsReadBeyondTheLimitEvenIfTheArrayGoesOn() {
        byte[] array = new byte[16];
        assertRefused(() -> new WireReader(array, 2, 0).u8());
        assertRefused(() -> new WireReader(array, 2, 1).u16());
        assertRefused(() -> new WireReader(array, 2, 2).u24());
        assertRefused(() -> new WireReader(array, 2, 3).i32());
        assertRefused(() -> new WireReader(array, 2, 3).u32());
        assertRefused(() -> new WireReader(array, 2, 7).i64());
        assertRefused(() -> new WireReader(array, 2, 3).bytes(4));
        assertRefused(() -> new WireReader(array, 2, 3).slice(4));
        assertRefused(() -> new WireReader(array, 2, 3).skip(4));
        assertRefused(() -> new WireReader(array, 2, 3).skip(-1));
        assertRefused(() -> new WireReader(array, 2, 3).bytes(Integer.MAX_VALUE));
    }

    @Test
    void aSliceEndsWhereItWasCut() throws WireException {
        WireReader reader = new WireReader(hex("0102030405"));
        reader.skip(1);
        WireReader slice = reader.slice(2);
        assertThat(slice.array()).isSameAs(reader.array());
        assertThat(slice.position()).isEqualTo(1);
        assertThat(slice.rest()).containsExactly(2, 3);
        assertRefused(slice::u8);
        assertThat(reader.rest()).containsExactly(4, 5);
    }

    @Test
    void bytesAreACopy() throws WireException {
        WireReader reader = new WireReader(new byte[] {1, 2});
        reader.bytes(2)[0] = 9;
        assertThat(reader.array()).containsExactly(1, 2);
    }

    @Test
    void aPartThatIsNotInTheArrayIsAnErrorOfOurs() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> new WireReader(new byte[4], 2, 3));
    }

    private static void assertRefused(ThrowingCallable read) {
        assertThatThrownBy(read).isInstanceOf(WireException.class);
    }
}
