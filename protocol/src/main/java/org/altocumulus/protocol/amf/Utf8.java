package org.altocumulus.protocol.amf;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * UTF-8 that loses nothing: a byte which is not part of a well-formed sequence becomes the lone
 * surrogate U+DC00 + byte, and such a surrogate becomes that byte.
 */
final class Utf8 {
    /** The most bytes that AMF0 has a length for before a key or a class name. */
    static final int MAX_KEY = 0xffff;

    private static final int ESCAPE = 0xdc00;
    private static final int MAX_BYTES_PER_CHAR = 3;

    private Utf8() {}

    static String decode(byte[] array, int offset, int length) {
        CharsetDecoder strict = UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        try {
            return strict.decode(ByteBuffer.wrap(array, offset, length)).toString();
        } catch (CharacterCodingException e) {
            return decodeEscaping(ByteBuffer.wrap(array, offset, length));
        }
    }

    private static String decodeEscaping(ByteBuffer in) {
        CharsetDecoder decoder = UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        CharBuffer out = CharBuffer.allocate(in.remaining());
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (result.isUnderflow()) {
                return out.flip().toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPE | (in.get() & 0xff)));
            }
            decoder.reset();
        }
    }

    static byte[] encode(String text) {
        int escaped = nextEscape(text, 0);
        if (escaped == text.length()) {
            return text.getBytes(UTF_8);
        }
        AmfOutput out = new AmfOutput();
        int done = 0;
        while (escaped < text.length()) {
            out.bytes(text.substring(done, escaped).getBytes(UTF_8)).u8(text.charAt(escaped));
            done = escaped + 1;
            escaped = nextEscape(text, done);
        }
        return out.bytes(text.substring(done).getBytes(UTF_8)).toByteArray();
    }

    /** Index from {@code from} of a surrogate that stands for a byte, or the text's length. */
    private static int nextEscape(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c >= (ESCAPE | 0x80) && c <= (ESCAPE | 0xff)) {
                return i;
            }
        }
        return text.length();
    }

    static boolean fitsKey(String text) {
        return text.length() <= MAX_KEY / MAX_BYTES_PER_CHAR || encode(text).length <= MAX_KEY;
    }

    static void requireKey(String text) {
        if (!fitsKey(text)) {
            throw new IllegalArgumentException(
                    "key of " + text.length() + " characters: expected at most " + MAX_KEY);
        }
    }
}
