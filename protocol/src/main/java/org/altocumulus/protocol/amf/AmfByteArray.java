package org.altocumulus.protocol.amf;

import java.util.Arrays;

/**
 * Bytes (AMF3).
 *
 * @param bytes shared, not to be changed
 */
public record AmfByteArray(byte[] bytes) implements AmfValue {
    @Override
    public boolean equals(Object other) {
        return other instanceof AmfByteArray that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "AmfByteArray[" + bytes.length + " bytes]";
    }
}
