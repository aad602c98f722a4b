package org.altocumulus.protocol.amf;

/**
 * The markers of AMF0. Those for movie clips (0x04) and record sets (0x0e) are reserved and were
 * never given a form.
 */
final class Amf0Marker {
    static final int NUMBER = 0x00;
    static final int BOOLEAN = 0x01;
    static final int STRING = 0x02;
    static final int OBJECT = 0x03;
    static final int NULL = 0x05;
    static final int UNDEFINED = 0x06;
    static final int REFERENCE = 0x07;
    static final int ECMA_ARRAY = 0x08;
    static final int OBJECT_END = 0x09;
    static final int STRICT_ARRAY = 0x0a;
    static final int DATE = 0x0b;
    static final int LONG_STRING = 0x0c;
    static final int UNSUPPORTED = 0x0d;
    static final int XML_DOCUMENT = 0x0f;
    static final int TYPED_OBJECT = 0x10;
    static final int AMF3 = 0x11;

    private Amf0Marker() {}
}
