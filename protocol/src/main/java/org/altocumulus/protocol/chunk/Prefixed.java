package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** Bytes behind a VLU that says how many they are. */
final class Prefixed {
    private Prefixed() {}

    static byte[] read(WireReader reader) throws WireException {
        return reader.bytes(reader.vluLength());
    }

    static int size(byte[] bytes) {
        return Vlu.size(bytes.length) + bytes.length;
    }

    static void write(WireWriter w, byte[] bytes) {
        w.vlu(bytes.length).bytes(bytes);
    }
}
