package org.altocumulus.protocol.amf;

/**
 * A string of any length; the empty one is not null.
 *
 * <p>Bytes that are not UTF-8 survive: each stands in the text as a lone surrogate, U+DC00 plus the
 * byte, and is written as that byte again.
 */
public record AmfString(String value) implements AmfValue {
    /** The bytes of the string as it is, or was, on the wire. */
    public byte[] utf8() {
        return Utf8.encode(value);
    }

    @Override
    public String toText(String otherwise) {
        return value;
    }
}
