package org.altocumulus.protocol.cluster;

/**
 * WELCOME: the connection is open.
 *
 * @param version the one that both ends use
 * @param node who the origin is
 * @param mac the origin's proof, or null if no secret is shared ({@code auth=none})
 */
record Welcome(int version, NodeIdentity node, byte[] mac) {
    private static final String HMAC = "hmac-sha256";
    private static final String NONE = "none";

    static Welcome read(Frame frame, Versions ours) throws LinkRefusal {
        String auth = frame.text("auth");
        if (!auth.equals(HMAC) && !auth.equals(NONE)) {
            throw Frame.bad("auth", auth, HMAC + " or " + NONE);
        }
        return new Welcome(
                (int) frame.number("version", ours.min(), ours.max()),
                NodeIdentity.read(frame),
                auth.equals(HMAC) ? frame.hex("mac", LinkSecurity.MAC) : null);
    }

    Frame toFrame() {
        Frame.Builder frame =
                Frame.of(Verb.WELCOME)
                        .with("version", version)
                        .with("auth", mac == null ? NONE : HMAC);
        node.write(frame);
        return mac == null ? frame.build() : frame.hex("mac", mac).build();
    }
}
