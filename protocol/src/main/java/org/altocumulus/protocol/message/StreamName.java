package org.altocumulus.protocol.message;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/**
 * The name of a stream as a client writes it in {@code publish} and {@code play}: {@code
 * [type:]name[?query]}. Which names mean one stream:
 *
 * <ul>
 *   <li>What follows the first question mark is no part of the name. It may hold secrets.
 *   <li>The types {@code flv}, {@code mp4}, {@code f4v}, {@code mp3} and {@code raw} say in which
 *       container a recording is kept; a live stream has none, so they are no part of its name.
 *   <li>Percent-encoding is undone once, as some clients take the name out of a URL and others from
 *       their user. What is not the encoding of printable text stays as it is written.
 *   <li>Composed and decomposed characters are the same (Unicode normalisation form C).
 * </ul>
 *
 * Case counts, and so does all else.
 *
 * @param name what the stream is called in the whole cluster; empty if the client wrote none
 * @param query what follows the first question mark, without it, byte for byte
 */
public record StreamName(String name, String query) {
    private static final Set<String> TYPES = Set.of("flv", "mp4", "f4v", "mp3", "raw");
    private static final int TYPE_LENGTH = 3;

    /** Takes the text of a client apart. */
    public static StreamName of(String written) {
        int question = written.indexOf('?');
        String query = question < 0 ? "" : written.substring(question + 1);
        String name = question < 0 ? written : written.substring(0, question);
        return new StreamName(normal(withoutType(name)), query);
    }

    /** Percent-encoding undone and in form C: for the parts of a URL's path too. */
    public static String normal(String text) {
        String decoded = text.indexOf('%') < 0 ? text : decoded(text);
        return Normalizer.normalize(decoded, Normalizer.Form.NFC);
    }

    private static String withoutType(String name) {
        boolean typed =
                name.length() > TYPE_LENGTH
                        && name.charAt(TYPE_LENGTH) == ':'
                        && TYPES.contains(name.substring(0, TYPE_LENGTH).toLowerCase(Locale.ROOT));
        return typed ? name.substring(TYPE_LENGTH + 1) : name;
    }

    private static String decoded(String text) {
        byte[] written = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(written.length);
        for (int i = 0; i < written.length; i++) {
            int value = written[i] == '%' ? escaped(written, i + 1) : -1;
            bytes.put(value < 0 ? written[i] : (byte) value);
            i += value < 0 ? 0 : 2;
        }
        try {
            CharBuffer decoded =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .decode(bytes.flip());
            return decoded.chars().anyMatch(Character::isISOControl) ? text : decoded.toString();
        } catch (CharacterCodingException e) {
            return text;
        }
    }

    private static int escaped(byte[] text, int at) {
        if (at + 1 >= text.length) {
            return -1;
        }
        int high = Character.digit(text[at], 16);
        int low = Character.digit(text[at + 1], 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
