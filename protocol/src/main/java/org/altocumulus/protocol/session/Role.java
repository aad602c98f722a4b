package org.altocumulus.protocol.session;

import org.altocumulus.protocol.packet.PacketMode;

/** Which end of a session this is; it marks the packets of the session (RFC 7016 §2.2.4). */
public enum Role {
    /** This end sent the IHello. */
    INITIATOR(PacketMode.INITIATOR, PacketMode.RESPONDER),
    /** This end answered it. */
    RESPONDER(PacketMode.RESPONDER, PacketMode.INITIATOR);

    private final PacketMode near;
    private final PacketMode far;

    Role(PacketMode near, PacketMode far) {
        this.near = near;
        this.far = far;
    }

    /** The mode of packets that this end sends. */
    PacketMode nearMode() {
        return near;
    }

    /** The mode of packets that the other end sends. */
    PacketMode farMode() {
        return far;
    }
}
