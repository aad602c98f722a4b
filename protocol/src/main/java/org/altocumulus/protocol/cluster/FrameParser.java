package org.altocumulus.protocol.cluster;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads one line: {@code verb *( SP key "=" value )}. */
final class FrameParser {
    private static final int MAX_KEYS = 64;
    private static final int MAX_WORD = 32;
    private static final int MAX_LENGTH_DIGITS = 9;

    private FrameParser() {}

    /**
     * A line without its newline.
     *
     * @param frame verb and keys, without {@code bytes}
     * @param bodyLength what {@code bytes} says, or -1 if it is not there
     */
    record Line(Frame frame, int bodyLength) {}

    /**
     * @throws LinkRefusal with {@link Reason#MALFORMED} and what is wrong
     */
    static Line parse(byte[] array, int from, int to) throws LinkRefusal {
        int at = endOfWord(array, from, to);
        String verb = word(array, from, at, 'A', 'Z', "a verb of capital letters");
        Map<String, String> keys = new LinkedHashMap<>();
        int bodyLength = -1;
        while (at < to) {
            if (array[at] == ' ') {
                at++;
                continue;
            }
            if (bodyLength >= 0) {
                throw malformed("'bytes' is not the last key");
            }
            int end = endOfWord(array, at, to);
            int equals = indexOfEquals(array, at, end);
            String key = word(array, at, equals, 'a', 'z', "a key of small letters");
            if (key.equals(Frame.BYTES)) {
                bodyLength = length(array, equals + 1, end);
            } else {
                put(keys, key, PercentCoding.decode(array, equals + 1, end));
            }
            at = end;
        }
        return new Line(Frame.received(verb, keys, null), bodyLength);
    }

    private static void put(Map<String, String> keys, String key, String value) throws LinkRefusal {
        if (value == null) {
            throw malformed("the value of '" + key + "' is not percent-encoded UTF-8");
        }
        if (keys.put(key, value) != null) {
            throw malformed("'" + key + "' occurs twice");
        }
        if (keys.size() > MAX_KEYS) {
            throw malformed("more than " + MAX_KEYS + " keys");
        }
    }

    /** The next space or the end; control characters are nowhere allowed. */
    private static int endOfWord(byte[] array, int from, int to) throws LinkRefusal {
        int at = from;
        while (at < to && array[at] != ' ') {
            if ((array[at] >= 0 && array[at] < ' ') || array[at] == 0x7f) {
                throw malformed("a control character");
            }
            at++;
        }
        return at;
    }

    private static int indexOfEquals(byte[] array, int from, int to) throws LinkRefusal {
        for (int at = from; at < to; at++) {
            if (array[at] == '=') {
                return at;
            }
        }
        throw malformed("a key without '='");
    }

    private static String word(byte[] array, int from, int to, char low, char high, String expected)
            throws LinkRefusal {
        boolean good = to > from && to - from <= MAX_WORD && array[from] != '-';
        for (int at = from; good && at < to; at++) {
            byte next = array[at];
            boolean digit = next >= '0' && next <= '9' && at > from;
            good = (next >= low && next <= high) || digit || next == '-';
        }
        if (!good) {
            throw malformed("expected " + expected);
        }
        return new String(array, from, to - from, StandardCharsets.US_ASCII);
    }

    private static int length(byte[] array, int from, int to) throws LinkRefusal {
        int length = 0;
        boolean good = to > from && to - from <= MAX_LENGTH_DIGITS;
        for (int at = from; good && at < to; at++) {
            good = array[at] >= '0' && array[at] <= '9';
            length = length * 10 + array[at] - '0';
        }
        if (!good) {
            throw malformed("'bytes' is not a number of at most 9 digits");
        }
        return length;
    }

    private static LinkRefusal malformed(String what) {
        return new LinkRefusal(Reason.MALFORMED, what);
    }
}
