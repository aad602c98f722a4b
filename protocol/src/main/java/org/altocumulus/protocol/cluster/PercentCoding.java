package org.altocumulus.protocol.cluster;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Values on the line: printable ASCII but the percent sign stands for itself, every other byte of
 * the UTF-8 form is written as {@code %XX}. Bytes above 0x7f are also read as they are.
 */
final class PercentCoding {
    private static final byte[] DIGITS = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private PercentCoding() {}

    static void encode(String value, ByteArrayOutputStream out) {
        for (byte next : value.getBytes(StandardCharsets.UTF_8)) {
            if (next > 0x20 && next < 0x7f && next != '%') {
                out.write(next);
            } else {
                out.write('%');
                out.write(DIGITS[next >> 4 & 0x0f]);
                out.write(DIGITS[next & 0x0f]);
            }
        }
    }

    /** Null if a percent sign is not followed by two hex digits, or the bytes are not UTF-8. */
    static String decode(byte[] array, int from, int to) {
        boolean plain = true;
        for (int at = from; at < to; at++) {
            plain &= array[at] > 0 && array[at] != '%';
        }
        return plain
                ? new String(array, from, to - from, StandardCharsets.US_ASCII)
                : decodeEscaped(array, from, to);
    }

    private static String decodeEscaped(byte[] array, int from, int to) {
        byte[] bytes = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            byte next = array[at];
            if (next == '%') {
                if (to - at < 3) {
                    return null;
                }
                int high = Character.digit(array[at + 1], 16);
                int low = Character.digit(array[at + 2], 16);
                if (high < 0 || low < 0) {
                    return null;
                }
                next = (byte) (high << 4 | low);
                at += 2;
            }
            bytes[length++] = next;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
