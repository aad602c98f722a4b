package org.altocumulus.protocol.amf;

import java.util.Map;

/**
 * A value of AMF0 or AMF3. Values are immutable and may be shared between threads and encoded any
 * number of times; arrays in them are shared and must not be changed.
 *
 * <p>Every value can be written in both versions. What AMF0 has no form for it carries as AMF3
 * behind the marker 0x11, an {@link AmfInteger} as a number.
 */
public sealed interface AmfValue
        permits AmfNumber,
                AmfInteger,
                AmfBoolean,
                AmfString,
                AmfConstant,
                AmfObject,
                AmfEcmaArray,
                AmfStrictArray,
                AmfDate,
                AmfXml,
                AmfByteArray,
                AmfNumberVector,
                AmfObjectVector,
                AmfDictionary,
                AmfExternalizable {

    /** A number. */
    static AmfValue of(double value) {
        return new AmfNumber(value);
    }

    /** A string. */
    static AmfValue of(String value) {
        return new AmfString(value);
    }

    /** A boolean. */
    static AmfValue of(boolean value) {
        return new AmfBoolean(value);
    }

    /** Whether this is null, undefined or unsupported. */
    default boolean isAbsent() {
        return this instanceof AmfConstant;
    }

    /** The named members of an object or an ECMA array, of other values none. */
    default Map<String, AmfValue> members() {
        return Map.of();
    }

    /** The member of that name, or {@link AmfConstant#UNDEFINED}. */
    default AmfValue get(String key) {
        return members().getOrDefault(key, AmfConstant.UNDEFINED);
    }

    /** The value of a number or integer, {@code otherwise} of anything else. */
    default double toNumber(double otherwise) {
        return otherwise;
    }

    /** The value of a string, {@code otherwise} of anything else. */
    default String toText(String otherwise) {
        return otherwise;
    }

    /** The value of a boolean, {@code otherwise} of anything else. */
    default boolean toBoolean(boolean otherwise) {
        return otherwise;
    }
}
