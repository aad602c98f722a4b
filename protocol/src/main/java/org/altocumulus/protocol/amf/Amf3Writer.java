package org.altocumulus.protocol.amf;

import java.util.List;
import java.util.Map;

/**
 * Writes AMF3, without references. Used by one thread.
 *
 * <p>An empty key ends a list of dynamic members, so an array or an anonymous object loses the
 * member that AMF0 may have under it.
 */
public final class Amf3Writer {
    private static final int DYNAMIC_WITHOUT_SEALED = 0x0b;
    private static final int SEALED = 0x03;
    private static final int EXTERNALIZABLE = 0x07;
    private static final int MEMBER_COUNT_SHIFT = 4;
    private static final int NO_LENGTH = 0;

    private final AmfOutput out;

    /** Writes a new array. */
    public Amf3Writer() {
        this(new AmfOutput());
    }

    Amf3Writer(AmfOutput out) {
        this.out = out;
    }

    /** Appends a value. */
    public Amf3Writer write(AmfValue value) {
        if (value instanceof AmfString string) {
            out.u8(Amf3Marker.STRING);
            bytes(string.utf8());
        } else if (value instanceof AmfNumber number) {
            out.u8(Amf3Marker.DOUBLE).f64(number.value());
        } else if (value instanceof AmfInteger integer) {
            out.u8(Amf3Marker.INTEGER);
            U29.write(out, integer.value());
        } else if (value instanceof AmfBoolean flag) {
            out.u8(flag.value() ? Amf3Marker.TRUE : Amf3Marker.FALSE);
        } else if (value instanceof AmfConstant constant) {
            out.u8(constant.amf3Marker());
        } else {
            writeComplex(value);
        }
        return this;
    }

    /** A copy of all that was written. */
    public byte[] toByteArray() {
        return out.toByteArray();
    }

    private void writeComplex(AmfValue value) {
        if (value instanceof AmfObject object) {
            object(object);
        } else if (value instanceof AmfEcmaArray array) {
            begin(Amf3Marker.ARRAY, 0);
            dynamicMembers(array.members());
        } else if (value instanceof AmfStrictArray array) {
            begin(Amf3Marker.ARRAY, array.values().size());
            text("");
            array.values().forEach(this::write);
        } else if (value instanceof AmfDate date) {
            begin(Amf3Marker.DATE, NO_LENGTH);
            out.f64(date.millis());
        } else if (value instanceof AmfXml xml) {
            out.u8(xml.document() ? Amf3Marker.XML_DOCUMENT : Amf3Marker.XML);
            text(xml.text());
        } else if (value instanceof AmfByteArray array) {
            out.u8(Amf3Marker.BYTE_ARRAY);
            bytes(array.bytes());
        } else if (value instanceof AmfNumberVector vector) {
            numberVector(vector);
        } else if (value instanceof AmfObjectVector vector) {
            begin(Amf3Marker.VECTOR_OBJECT, vector.values().size());
            out.u8(vector.fixed() ? 1 : 0);
            text(vector.typeName());
            vector.values().forEach(this::write);
        } else if (value instanceof AmfDictionary dictionary) {
            dictionary(dictionary.weakKeys(), dictionary.entries());
        } else if (value instanceof AmfExternalizable object) {
            out.u8(Amf3Marker.OBJECT).u8(EXTERNALIZABLE);
            text(object.className());
            write(object.value());
        } else {
            throw new AssertionError("no AMF3 form of " + value.getClass());
        }
    }

    private void object(AmfObject object) {
        out.u8(Amf3Marker.OBJECT);
        if (object.className().isEmpty()) {
            out.u8(DYNAMIC_WITHOUT_SEALED);
            text("");
            dynamicMembers(object.members());
        } else {
            U29.write(out, object.members().size() << MEMBER_COUNT_SHIFT | SEALED);
            text(object.className());
            object.members().keySet().forEach(this::text);
            object.members().values().forEach(this::write);
        }
    }

    private void dynamicMembers(Map<String, AmfValue> members) {
        members.forEach(
                (key, value) -> {
                    if (!key.isEmpty()) {
                        text(key);
                        write(value);
                    }
                });
        text("");
    }

    private void numberVector(AmfNumberVector vector) {
        begin(vector.kind().marker(), vector.values().length);
        out.u8(vector.fixed() ? 1 : 0);
        for (double value : vector.values()) {
            switch (vector.kind()) {
                case INT, UINT -> out.i32((int) (long) value);
                case DOUBLE -> out.f64(value);
            }
        }
    }

    private void dictionary(boolean weakKeys, List<AmfDictionary.Entry> entries) {
        begin(Amf3Marker.DICTIONARY, entries.size());
        out.u8(weakKeys ? 1 : 0);
        for (AmfDictionary.Entry entry : entries) {
            write(entry.key());
            write(entry.value());
        }
    }

    private void begin(int marker, int count) {
        out.u8(marker);
        U29.writeInline(out, count);
    }

    private void text(String text) {
        bytes(Utf8.encode(text));
    }

    private void bytes(byte[] bytes) {
        U29.writeInline(out, bytes.length);
        out.bytes(bytes);
    }
}
