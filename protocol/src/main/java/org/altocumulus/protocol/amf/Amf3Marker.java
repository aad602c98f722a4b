package org.altocumulus.protocol.amf;

/** The markers of AMF3. */
final class Amf3Marker {
    static final int UNDEFINED = 0x00;
    static final int NULL = 0x01;
    static final int FALSE = 0x02;
    static final int TRUE = 0x03;
    static final int INTEGER = 0x04;
    static final int DOUBLE = 0x05;
    static final int STRING = 0x06;
    static final int XML_DOCUMENT = 0x07;
    static final int DATE = 0x08;
    static final int ARRAY = 0x09;
    static final int OBJECT = 0x0a;
    static final int XML = 0x0b;
    static final int BYTE_ARRAY = 0x0c;
    static final int VECTOR_INT = 0x0d;
    static final int VECTOR_UINT = 0x0e;
    static final int VECTOR_DOUBLE = 0x0f;
    static final int VECTOR_OBJECT = 0x10;
    static final int DICTIONARY = 0x11;

    private Amf3Marker() {}
}
