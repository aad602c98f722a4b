package org.altocumulus.protocol.cluster;

import java.util.Locale;

/** What a connection of an edge is for. */
public enum LinkRole {
    /** Registration, heartbeats, load, and which edge has what. */
    CONTROL,
    /** The media of streams, so that a burst of them delays no heartbeat. */
    MEDIA,
    /** Between two edges: the media of streams that one of them publishes. */
    PULL;

    /** The word on the wire. */
    String token() {
        return name().toLowerCase(Locale.ROOT);
    }

    static LinkRole read(Frame frame) throws LinkRefusal {
        String token = frame.text("role");
        for (LinkRole role : values()) {
            if (role.token().equals(token)) {
                return role;
            }
        }
        throw Frame.bad("role", token, "control, media or pull");
    }
}
