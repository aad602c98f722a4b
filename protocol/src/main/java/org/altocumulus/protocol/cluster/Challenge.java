package org.altocumulus.protocol.cluster;

/**
 * CHALLENGE, the answer to a HELLO where a secret is shared.
 *
 * @param version the one that both ends use from here
 * @param node who the origin is
 * @param nonce {@value LinkSecurity#NONCE} random bytes
 */
record Challenge(int version, NodeIdentity node, byte[] nonce) {
    static Challenge read(Frame frame, Versions ours) throws LinkRefusal {
        return new Challenge(
                (int) frame.number("version", ours.min(), ours.max()),
                NodeIdentity.read(frame),
                frame.hex("nonce", LinkSecurity.NONCE));
    }

    Frame toFrame() {
        Frame.Builder frame = Frame.of(Verb.CHALLENGE).with("version", version);
        node.write(frame);
        return frame.hex("nonce", nonce).build();
    }
}
