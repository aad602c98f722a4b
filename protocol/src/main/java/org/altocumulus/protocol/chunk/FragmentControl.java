package org.altocumulus.protocol.chunk;

/** How a fragment stands in its message (RFC 7016 §2.3.11). */
public enum FragmentControl {
    /** The message has this one fragment. */
    WHOLE(0),
    /** The first of several. */
    BEGIN(1),
    /** The last of several. */
    END(2),
    /** Neither the first nor the last. */
    MIDDLE(3);

    private static final FragmentControl[] BY_CODE = {WHOLE, BEGIN, END, MIDDLE};
    private static final int SHIFT = 4;

    private final int code;

    FragmentControl(int code) {
        this.code = code;
    }

    /** The two bits on the wire, 0 to 3. */
    public int code() {
        return code;
    }

    /** The code where the flags of a user data chunk have it. */
    int flags() {
        return code << SHIFT;
    }

    /** What the flags of a user data chunk say. */
    static FragmentControl of(int flags) {
        return BY_CODE[flags >> SHIFT & 3];
    }
}
