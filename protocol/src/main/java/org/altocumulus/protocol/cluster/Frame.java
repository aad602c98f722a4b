package org.altocumulus.protocol.cluster;

import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One frame of the link: a verb, keys in the order in which they are written, and for media a body.
 * Immutable; the body is shared and not to be changed.
 */
public final class Frame {
    /** The key that ties an answer to its request. */
    static final String ID = "id";

    /** The key that says how long the body is; always the last one, never in {@link #keys}. */
    static final String BYTES = "bytes";

    /** {@link #id} of a frame that has none. */
    public static final long NO_ID = -1;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final int SHOWN = 60;

    private final String verb;
    private final Map<String, String> keys;
    private final byte[] body;

    private Frame(String verb, Map<String, String> keys, byte[] body) {
        this.verb = verb;
        this.keys = keys;
        this.body = body;
    }

    /** Begins a frame. */
    public static Builder of(Verb verb) {
        return new Builder(verb.name());
    }

    /** A received frame; the map is not copied. */
    static Frame received(String verb, Map<String, String> keys, byte[] body) {
        return new Frame(verb, Collections.unmodifiableMap(keys), body);
    }

    /** The verb as written, known or not. */
    public String verb() {
        return verb;
    }

    /** The keys with their decoded values, in order, without {@code bytes}. */
    public Map<String, String> keys() {
        return keys;
    }

    /** The bytes after the line, or null if the frame has none. */
    public byte[] body() {
        return body;
    }

    /** The request that this is or answers, 0 to 10^18 - 1, or {@link #NO_ID}. */
    public long id() {
        String id = keys.get(ID);
        return id != null && NUMBER.matcher(id).matches() ? Long.parseLong(id) : NO_ID;
    }

    /** The same frame with that id in front of its keys. */
    Frame withId(long id) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(ID, Long.toString(id));
        keys.forEach(all::putIfAbsent);
        return new Frame(verb, Collections.unmodifiableMap(all), body);
    }

    /** The value of a key that has to be there. */
    String text(String key) throws LinkRefusal {
        String value = keys.get(key);
        if (value == null) {
            throw new LinkRefusal(Reason.BAD_VALUE, verb + " needs the key '" + key + "'");
        }
        return value;
    }

    /** The value of a key, or {@code otherwise} if it is not there. */
    String text(String key, String otherwise) {
        return keys.getOrDefault(key, otherwise);
    }

    /** The value of a key that has to be there and match. */
    String text(String key, Pattern pattern, String expected) throws LinkRefusal {
        String value = text(key);
        if (!pattern.matcher(value).matches()) {
            throw bad(key, value, expected);
        }
        return value;
    }

    /** The number that a key has to have. */
    long number(String key, long min, long max) throws LinkRefusal {
        String value = text(key);
        if (NUMBER.matcher(value).matches()) {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        }
        throw bad(key, value, "a number from " + min + " to " + max);
    }

    /** The number that a key has, or {@code otherwise} if it is not there. */
    long number(String key, long min, long max, long otherwise) throws LinkRefusal {
        return keys.containsKey(key) ? number(key, min, max) : otherwise;
    }

    /** The bytes that a key has to have, as {@code 2 × length} digits of hex. */
    byte[] hex(String key, int length) throws LinkRefusal {
        String value = text(key);
        if (value.length() == 2 * length) {
            try {
                return HexFormat.of().parseHex(value);
            } catch (IllegalArgumentException e) {
                // falls through to the refusal
            }
        }
        throw bad(key, value, 2 * length + " digits of hex");
    }

    /** The bytes that a key has to have, from {@code min} to {@code max} of them. */
    byte[] hex(String key, int min, int max) throws LinkRefusal {
        int digits = text(key).length();
        if (digits % 2 == 0 && digits >= 2 * min && digits <= 2 * max) {
            return hex(key, digits / 2);
        }
        throw bad(key, text(key), 2 * min + " to " + 2 * max + " digits of hex");
    }

    /** The refusal of a key's value; shows no more than the beginning of it. */
    static LinkRefusal bad(String key, String value, String expected) {
        String shown = value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
        return new LinkRefusal(Reason.BAD_VALUE, key + "='" + shown + "': expected " + expected);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Frame frame
                && verb.equals(frame.verb)
                && keys.equals(frame.keys)
                && Arrays.equals(body, frame.body);
    }

    @Override
    public int hashCode() {
        return verb.hashCode() * 31 + keys.hashCode();
    }

    @Override
    public String toString() {
        return verb + keys + (body == null ? "" : " with " + body.length + " bytes");
    }

    /** Makes a frame of ours; what it is given is trusted. */
    public static final class Builder {
        private final String verb;
        private final Map<String, String> keys = new LinkedHashMap<>();
        private byte[] body;

        private Builder(String verb) {
            this.verb = verb;
        }

        /** Adds a key of lower-case letters, digits and hyphens. */
        public Builder with(String key, String value) {
            keys.put(key, value);
            return this;
        }

        /** Adds a number, not negative. */
        public Builder with(String key, long value) {
            return with(key, Long.toString(value));
        }

        /** Adds bytes as hex. */
        public Builder hex(String key, byte[] value) {
            return with(key, HexFormat.of().formatHex(value));
        }

        /** Sets the body, which is shared from now on. */
        public Builder body(byte[] bytes) {
            body = bytes;
            return this;
        }

        /** The frame. */
        public Frame build() {
            return new Frame(verb, Collections.unmodifiableMap(keys), body);
        }
    }
}
