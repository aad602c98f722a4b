package org.altocumulus.protocol.wire;

import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class WireWriterTest {
    @Test
    void numbersAreBigEndian() {
        WireWriter writer = new WireWriter(32);
        writer.u8(0x180).u16(0x18182).u24(0x838485).i32(0x86878889).i64(0x8e8f909192939495L);
        writer.bytes(new byte[] {1, 2, 3}, 1, 2).fill(0xff, 2);
        assertThat(writer.toByteArray())
                .isEqualTo(hex("80 8182 838485 86878889 8e8f909192939495 0203 ffff"));
        assertThat(writer.written()).isEqualTo(22);
        assertThat(writer.remaining()).isEqualTo(10);
    }

    @Test
    void nothingIsWrittenOutsideOfThePart() {
        byte[] array = new byte[8];
        WireWriter writer = new WireWriter(array, 2, 3).u24(0x010203);
        assertFull(() -> writer.u8(9));
        assertFull(() -> writer.vlu(1));
        assertFull(() -> writer.bytes(new byte[1]));
        assertFull(() -> writer.fill(0xff, 1));
        assertFull(() -> writer.fill(0xff, -1));
        assertFull(() -> writer.position(1));
        assertFull(() -> writer.position(6));
        assertThat(array).containsExactly(0, 0, 1, 2, 3, 0, 0, 0);
    }

    @Test
    void aVluThatDoesNotFitLeavesNoPartOfItself() {
        byte[] array = new byte[4];
        WireWriter writer = new WireWriter(array, 0, 2);
        assertFull(() -> writer.vlu(1 << 14));
        assertThat(array).containsOnly(0);
        assertThat(writer.written()).isZero();
    }

    @Test
    void aPositionCanBeWrittenAgain() {
        WireWriter writer = new WireWriter(4).u16(0).u16(7);
        writer.position(0);
        writer.u16(5);
        writer.position(4);
        assertThat(writer.toByteArray()).containsExactly(0, 5, 0, 7);
    }

    private static void assertFull(Runnable write) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(write::run);
    }
}
