package org.altocumulus.protocol.amf;

/** The values that carry nothing but their marker. */
public enum AmfConstant implements AmfValue {
    /** No value. */
    NULL(Amf0Marker.NULL, Amf3Marker.NULL),
    /** Undefined. */
    UNDEFINED(Amf0Marker.UNDEFINED, Amf3Marker.UNDEFINED),
    /** AMF0's mark for what could not be serialised; AMF3 has undefined instead. */
    UNSUPPORTED(Amf0Marker.UNSUPPORTED, Amf3Marker.UNDEFINED);

    private final int amf0Marker;
    private final int amf3Marker;

    AmfConstant(int amf0Marker, int amf3Marker) {
        this.amf0Marker = amf0Marker;
        this.amf3Marker = amf3Marker;
    }

    int amf0Marker() {
        return amf0Marker;
    }

    int amf3Marker() {
        return amf3Marker;
    }
}
