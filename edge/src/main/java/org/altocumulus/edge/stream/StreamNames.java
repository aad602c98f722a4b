package org.altocumulus.edge.stream;

import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.message.StreamName;

/** StreamNames that clients choose: which of them are taken, and how they look in messages. */
public final class StreamNames {
    private static final int MAX_SHOWN = 64;

    /** Most characters of a stream's name with its query. */
    private static final int MAX_WRITTEN = 8192;

    private StreamNames() {}

    /**
     * Whether a name can be passed on as text: without control characters, and with UTF-8 bytes
     * only (others are read as lone surrogates).
     */
    public static boolean isText(String name) {
        return name.codePoints()
                .noneMatch(c -> Character.isISOControl(c) || (c >= 0xd800 && c <= 0xdfff));
    }

    /** The stream of that application that a client calls so, or null if none can be. */
    public static StreamKey key(String application, String written) {
        if (written.length() > MAX_WRITTEN || !isText(written)) {
            return null;
        }
        String name = StreamName.of(written).name();
        return StreamKey.isValid(application, name) ? new StreamKey(application, name) : null;
    }

    /** The name for log and descriptions: cut, and what is no text replaced. */
    public static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints()
                .limit(MAX_SHOWN)
                .map(c -> Character.isISOControl(c) || (c >= 0xd800 && c <= 0xdfff) ? '?' : c)
                .forEach(shown::appendCodePoint);
        return name.codePointCount(0, name.length()) > MAX_SHOWN ? shown + "…" : shown.toString();
    }
}
