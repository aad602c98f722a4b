package org.altocumulus.protocol.wire;

/** How an address came to be known: two bits of its flags (RFC 7016 §2.1.5). */
public enum AddressOrigin {
    /** Unknown, unspecified or other. Some clients take it as "the peer is gone". */
    UNKNOWN(0),
    /** Reported by its owner as a local, directly attached interface address. */
    LOCAL(1),
    /** Observed as the source of a packet: a reflexive transport address. */
    REFLEXIVE(2),
    /** A relay, proxy or introducer. */
    RELAY(3);

    private static final AddressOrigin[] BY_CODE = {UNKNOWN, LOCAL, REFLEXIVE, RELAY};
    private static final int MASK = 0x03;

    private final int code;

    AddressOrigin(int code) {
        this.code = code;
    }

    /** The two bits, 0 to 3. */
    int code() {
        return code;
    }

    /** The origin that the low two bits of {@code flags} name. */
    static AddressOrigin of(int flags) {
        return BY_CODE[flags & MASK];
    }
}
