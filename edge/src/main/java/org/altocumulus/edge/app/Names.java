package org.altocumulus.edge.app;

/** Names that clients choose: which of them are taken, and how they look in messages. */
final class Names {
    private static final int MAX_SHOWN = 64;

    private Names() {}

    /**
     * Whether a name can be passed on as text: without control characters, and with UTF-8 bytes
     * only (others are read as lone surrogates).
     */
    static boolean isText(String name) {
        return name.codePoints()
                .noneMatch(c -> Character.isISOControl(c) || (c >= 0xd800 && c <= 0xdfff));
    }

    /** The name for log and descriptions: cut, and what is no text replaced. */
    static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints()
                .limit(MAX_SHOWN)
                .map(c -> Character.isISOControl(c) || (c >= 0xd800 && c <= 0xdfff) ? '?' : c)
                .forEach(shown::appendCodePoint);
        return name.codePointCount(0, name.length()) > MAX_SHOWN ? shown + "…" : shown.toString();
    }
}
