package org.altocumulus.protocol.amf;

import java.util.List;

/**
 * A vector of values of one class (AMF3).
 *
 * @param typeName the class; empty or "*" for any; at most 65535 bytes of UTF-8
 * @param fixed whether its length is fixed
 */
public record AmfObjectVector(String typeName, boolean fixed, List<AmfValue> values)
        implements AmfValue {
    /** Copies the list. */
    public AmfObjectVector {
        Utf8.requireKey(typeName);
        values = List.copyOf(values);
    }
}
