package org.altocumulus.protocol.crypto;

/**
 * What we do about an optional protection of packets, HMAC or session sequence numbers (RFC 7425
 * §4.5).
 */
public enum Protection {
    /** Neither send nor ask for it; a far side that requires it gets no session. */
    NEVER(0),
    /** Send it when the far side requires it. */
    ON_REQUEST(0x02),
    /** Always send it, and require it of the far side. */
    REQUIRE(0x07);

    static final int ALWAYS = 0x04;
    static final int WILLING = 0x02;
    static final int REQUESTS = 0x01;

    private final int flags;

    Protection(int flags) {
        this.flags = flags;
    }

    /** The flags of an initiator, who speaks first. */
    int opening() {
        return flags;
    }

    /**
     * The flags of a responder. librtmfp wants to see none when it requested nothing, so that being
     * willing is said only to those who asked, and then as a promise.
     */
    int answer(int farFlags) {
        if (this == ON_REQUEST) {
            return (farFlags & REQUESTS) != 0 ? ALWAYS : 0;
        }
        return flags;
    }

    /**
     * Whether a sender uses the protection.
     *
     * @throws KeyingException if the receiver requires it and the sender offers nothing
     */
    static boolean sends(int sender, int receiver, String name) throws KeyingException {
        boolean required = (receiver & REQUESTS) != 0;
        if (required && (sender & (ALWAYS | WILLING)) == 0) {
            throw new KeyingException(name + " required and not offered");
        }
        return required || (sender & ALWAYS) != 0;
    }
}
