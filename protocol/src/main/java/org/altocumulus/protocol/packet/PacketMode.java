package org.altocumulus.protocol.packet;

/** Who sends a packet, or that it belongs to the startup of a session (RFC 7016 §2.2.4). */
public enum PacketMode {
    /** From the original initiator of the session. */
    INITIATOR(1),
    /** From the original responder of the session. */
    RESPONDER(2),
    /** Session startup. */
    STARTUP(3);

    private static final PacketMode[] BY_CODE = {null, INITIATOR, RESPONDER, STARTUP};
    private static final int MASK = 0x03;

    private final int code;

    PacketMode(int code) {
        this.code = code;
    }

    /** The two bits on the wire, 1 to 3. */
    public int code() {
        return code;
    }

    /** What the flags of a packet say; null for the forbidden mode 0. */
    static PacketMode of(int flags) {
        return BY_CODE[flags & MASK];
    }
}
