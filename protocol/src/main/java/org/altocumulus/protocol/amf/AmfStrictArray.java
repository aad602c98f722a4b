package org.altocumulus.protocol.amf;

import java.util.List;

/** An array whose values have numbers and no names. */
public record AmfStrictArray(List<AmfValue> values) implements AmfValue {
    /** Copies the list. */
    public AmfStrictArray {
        values = List.copyOf(values);
    }
}
