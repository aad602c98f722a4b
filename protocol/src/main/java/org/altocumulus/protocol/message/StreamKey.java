package org.altocumulus.protocol.message;

import java.nio.charset.StandardCharsets;

/**
 * Which stream: an application is a name space of its own, so the same name in two applications is
 * two streams.
 *
 * @param application the path of the client's URI, at most {@link #MAX_APPLICATION} bytes of UTF-8,
 *     empty for the root
 * @param name as {@link StreamName} has it, without query, 1 to {@link #MAX_NAME} bytes of UTF-8
 */
public record StreamKey(String application, String name) {
    /** Longest application in bytes of UTF-8. */
    public static final int MAX_APPLICATION = 255;

    /**
     * Longest name in bytes of UTF-8. Percent-encoded, both fit a line of the link with room left.
     */
    public static final int MAX_NAME = 768;

    /**
     * @throws IllegalArgumentException if not {@link #isValid}
     */
    public StreamKey {
        if (!isValid(application, name)) {
            throw new IllegalArgumentException(
                    "expected an application of at most "
                            + MAX_APPLICATION
                            + " and a name of 1 to "
                            + MAX_NAME
                            + " bytes");
        }
    }

    /**
     * Whether both parts have a length that a stream may have; what comes from a client may not.
     */
    public static boolean isValid(String application, String name) {
        return !name.isEmpty()
                && utf8Length(application) <= MAX_APPLICATION
                && utf8Length(name) <= MAX_NAME;
    }

    @Override
    public String toString() {
        return application + '/' + name;
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
