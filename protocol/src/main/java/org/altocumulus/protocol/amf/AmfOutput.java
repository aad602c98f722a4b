package org.altocumulus.protocol.amf;

import org.altocumulus.protocol.wire.WireWriter;

/** A writer that grows, and the elements that both versions share. */
final class AmfOutput {
    private static final int INITIAL = 256;

    private WireWriter writer = new WireWriter(INITIAL);

    AmfOutput u8(int value) {
        room(1).u8(value);
        return this;
    }

    AmfOutput u16(int value) {
        room(2).u16(value);
        return this;
    }

    AmfOutput i32(int value) {
        room(4).i32(value);
        return this;
    }

    AmfOutput f64(double value) {
        room(8).i64(Double.doubleToRawLongBits(value));
        return this;
    }

    AmfOutput bytes(byte[] bytes) {
        room(bytes.length).bytes(bytes);
        return this;
    }

    byte[] toByteArray() {
        return writer.toByteArray();
    }

    private WireWriter room(int count) {
        if (writer.remaining() < count) {
            int capacity = Math.max(writer.written() * 2, Math.addExact(writer.written(), count));
            WireWriter larger = new WireWriter(capacity);
            larger.bytes(writer.array(), 0, writer.written());
            writer = larger;
        }
        return writer;
    }
}
