package org.altocumulus.protocol.cluster;

import java.util.regex.Pattern;

/**
 * HELLO, the first frame of a connection, sent by the edge.
 *
 * @param versions what it speaks
 * @param node who it is
 * @param role what the connection is for
 * @param session for a media connection the session that REGISTERED named, else empty
 * @param nonce {@value LinkSecurity#NONCE} random bytes
 */
record Hello(Versions versions, NodeIdentity node, LinkRole role, String session, byte[] nonce) {
    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{32}");

    static Hello read(Frame frame) throws LinkRefusal {
        LinkRole role = LinkRole.read(frame);
        return new Hello(
                Versions.read(frame),
                NodeIdentity.read(frame),
                role,
                role == LinkRole.MEDIA ? session(frame) : "",
                frame.hex("nonce", LinkSecurity.NONCE));
    }

    Frame toFrame() {
        Frame.Builder frame = Frame.of(Verb.HELLO).with("versions", versions.toString());
        node.write(frame);
        frame.with("role", role.token());
        if (!session.isEmpty()) {
            frame.with("session", session);
        }
        return frame.hex("nonce", nonce).build();
    }

    /** The token of a session, 32 digits of hex. */
    static String session(Frame frame) throws LinkRefusal {
        return frame.text("session", SESSION, "32 digits of hex");
    }
}
