package org.altocumulus.protocol.amf;

import java.util.List;

/**
 * Pairs whose keys are any values (AMF3).
 *
 * @param weakKeys whether the keys are held weakly where the dictionary lives
 * @param entries in their order
 */
public record AmfDictionary(boolean weakKeys, List<Entry> entries) implements AmfValue {
    /** Copies the list. */
    public AmfDictionary {
        entries = List.copyOf(entries);
    }

    /** One pair. */
    public record Entry(AmfValue key, AmfValue value) {}
}
