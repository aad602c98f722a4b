package org.altocumulus.protocol.chunk;

/** The flags that {@link UserData} and {@link NextUserData} begin with (RFC 7016 §2.3.11). */
final class UserDataFlags {
    private static final int OPTIONS = 0x80;
    private static final int ABANDON = 0x02;
    private static final int FINAL = 0x01;

    private UserDataFlags() {}

    static int of(boolean options, FragmentControl fragment, boolean abandon, boolean isFinal) {
        return (options ? OPTIONS : 0)
                | fragment.flags()
                | (abandon ? ABANDON : 0)
                | (isFinal ? FINAL : 0);
    }

    static boolean options(int flags) {
        return (flags & OPTIONS) != 0;
    }

    static boolean abandon(int flags) {
        return (flags & ABANDON) != 0;
    }

    static boolean isFinal(int flags) {
        return (flags & FINAL) != 0;
    }
}
