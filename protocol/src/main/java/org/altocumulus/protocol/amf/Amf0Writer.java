package org.altocumulus.protocol.amf;

import java.util.List;
import java.util.Map;

/**
 * Writes AMF0, without references. What AMF0 has no marker for is written as AMF3 behind 0x11; that
 * holds no references either, as receivers differ in how far those reach. Used by one thread.
 */
public final class Amf0Writer {
    private final AmfOutput out = new AmfOutput();
    private final Amf3Writer amf3 = new Amf3Writer(out);

    /** Appends a value. */
    public Amf0Writer write(AmfValue value) {
        if (value instanceof AmfString string) {
            text(string.utf8());
        } else if (value instanceof AmfNumber number) {
            out.u8(Amf0Marker.NUMBER).f64(number.value());
        } else if (value instanceof AmfBoolean flag) {
            out.u8(Amf0Marker.BOOLEAN).u8(flag.value() ? 1 : 0);
        } else if (value instanceof AmfConstant constant) {
            out.u8(constant.amf0Marker());
        } else if (value instanceof AmfObject object) {
            object(object);
        } else if (value instanceof AmfEcmaArray array) {
            out.u8(Amf0Marker.ECMA_ARRAY).i32(array.members().size());
            members(array.members());
        } else if (value instanceof AmfStrictArray array) {
            strictArray(array.values());
        } else if (value instanceof AmfInteger integer) {
            out.u8(Amf0Marker.NUMBER).f64(integer.value());
        } else if (value instanceof AmfDate date) {
            out.u8(Amf0Marker.DATE).f64(date.millis()).u16(0);
        } else if (value instanceof AmfXml xml && xml.document()) {
            longText(Amf0Marker.XML_DOCUMENT, Utf8.encode(xml.text()));
        } else {
            out.u8(Amf0Marker.AMF3);
            amf3.write(value);
        }
        return this;
    }

    /** A copy of all that was written. */
    public byte[] toByteArray() {
        return out.toByteArray();
    }

    private void text(byte[] utf8) {
        if (utf8.length > Utf8.MAX_KEY) {
            longText(Amf0Marker.LONG_STRING, utf8);
        } else {
            out.u8(Amf0Marker.STRING).u16(utf8.length).bytes(utf8);
        }
    }

    private void longText(int marker, byte[] utf8) {
        out.u8(marker).i32(utf8.length).bytes(utf8);
    }

    private void key(String key) {
        byte[] utf8 = Utf8.encode(key);
        out.u16(utf8.length).bytes(utf8);
    }

    private void object(AmfObject object) {
        if (object.className().isEmpty()) {
            out.u8(Amf0Marker.OBJECT);
        } else {
            out.u8(Amf0Marker.TYPED_OBJECT);
            key(object.className());
        }
        members(object.members());
    }

    private void members(Map<String, AmfValue> members) {
        members.forEach(
                (key, value) -> {
                    key(key);
                    write(value);
                });
        out.u16(0).u8(Amf0Marker.OBJECT_END);
    }

    private void strictArray(List<AmfValue> values) {
        out.u8(Amf0Marker.STRICT_ARRAY).i32(values.size());
        values.forEach(this::write);
    }
}
