package org.altocumulus.protocol.amf;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An object, anonymous or of a class. Which members its class declares and which were added is not
 * kept: in AMF3 the members of an anonymous object are dynamic, those of others sealed.
 *
 * @param className empty for an anonymous object; at most 65535 bytes of UTF-8
 * @param members in their order; keys are at most 65535 bytes of UTF-8
 */
public record AmfObject(String className, Map<String, AmfValue> members) implements AmfValue {
    /** No members and no class. */
    public static final AmfObject EMPTY = new AmfObject("", Map.of());

    /**
     * @throws IllegalArgumentException if the class name or a key is too long for AMF0
     */
    public AmfObject {
        Utf8.requireKey(className);
        members = Members.copy(members);
    }

    /** An anonymous object. */
    public AmfObject(Map<String, AmfValue> members) {
        this("", members);
    }

    /** A builder of an anonymous object. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects members in their order; used by one thread. */
    public static final class Builder {
        private final Map<String, AmfValue> members = new LinkedHashMap<>();

        private Builder() {}

        /** Sets a member. */
        public Builder put(String key, AmfValue value) {
            members.put(key, value);
            return this;
        }

        /** Sets a member to a string. */
        public Builder put(String key, String value) {
            return put(key, AmfValue.of(value));
        }

        /** Sets a member to a number. */
        public Builder put(String key, double value) {
            return put(key, AmfValue.of(value));
        }

        /** Sets a member to a boolean. */
        public Builder put(String key, boolean value) {
            return put(key, AmfValue.of(value));
        }

        /**
         * The object.
         *
         * @throws IllegalArgumentException if a key is longer than 65535 bytes
         */
        public AmfObject build() {
            return new AmfObject(members);
        }
    }
}
