package org.altocumulus.protocol.cluster;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The text whose code proves the secret. It holds all that the handshake settled: nonces of both
 * sides against replay, who proves against reflection, role and session so that a proof for one
 * connection serves no other, versions against a downgrade. No part can hold a newline.
 */
final class HandshakeProof {
    private static final String LABEL = "altocumulus-link";

    private HandshakeProof() {}

    /** The side that proves. */
    enum Side {
        EDGE,
        ORIGIN
    }

    static byte[] text(Side side, Hello hello, Challenge challenge) {
        HexFormat hex = HexFormat.of();
        return String.join(
                        "\n",
                        LABEL,
                        side.name().toLowerCase(Locale.ROOT),
                        hello.versions().toString(),
                        hello.node().node(),
                        hello.node().instance(),
                        hello.role().token(),
                        hello.session(),
                        hex.formatHex(hello.nonce()),
                        Integer.toString(challenge.version()),
                        challenge.node().node(),
                        challenge.node().instance(),
                        hex.formatHex(challenge.nonce()))
                .getBytes(StandardCharsets.UTF_8);
    }
}
