package org.altocumulus.protocol.amf;

import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/** Reads and writes single values, with spaces allowed in hex. */
final class AmfBytes {
    private AmfBytes() {}

    static byte[] bytes(String hex) {
        return Vectors.hex(hex);
    }

    static AmfValue amf0(String hex) throws WireException {
        return amf0(bytes(hex));
    }

    static AmfValue amf3(String hex) throws WireException {
        return amf3(bytes(hex));
    }

    static AmfValue amf0(byte[] bytes) throws WireException {
        return only(new Amf0Reader(new WireReader(bytes)));
    }

    static AmfValue amf3(byte[] bytes) throws WireException {
        return only(new Amf3Reader(new WireReader(bytes)));
    }

    static byte[] amf0(AmfValue value) {
        return new Amf0Writer().write(value).toByteArray();
    }

    static byte[] amf3(AmfValue value) {
        return new Amf3Writer().write(value).toByteArray();
    }

    private static AmfValue only(AmfReader reader) throws WireException {
        AmfValue value = reader.read();
        if (reader.hasMore()) {
            throw new WireException("bytes left behind " + value);
        }
        return value;
    }
}
