package org.altocumulus.protocol.amf;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Checked, immutable and ordered copies of the members of objects and arrays. */
final class Members {
    private Members() {}

    static Map<String, AmfValue> copy(Map<String, AmfValue> members) {
        if (members.isEmpty()) {
            return Map.of();
        }
        Map<String, AmfValue> copy = new LinkedHashMap<>(members);
        copy.forEach(
                (key, value) -> {
                    Utf8.requireKey(key);
                    Objects.requireNonNull(value, key);
                });
        return Collections.unmodifiableMap(copy);
    }
}
