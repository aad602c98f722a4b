package org.altocumulus.protocol.crypto;

import java.nio.charset.StandardCharsets;

/**
 * The default key, under which packets of session id 0 and RIKeying travel (RFC 7425 §4.1). It is
 * public: it hides and proves nothing.
 */
public final class StartupKeys {
    private static final DirectionKeys DEFAULT =
            new DirectionKeys(
                    "Adobe Systems 02".getBytes(StandardCharsets.US_ASCII), null, 0, false);

    private StartupKeys() {}

    /** A sealer under the default key. */
    public static PacketSealer newSealer() {
        return new PacketSealer(DEFAULT);
    }

    /** An opener of what is sealed under the default key. */
    public static PacketOpener newOpener() {
        return new PacketOpener(DEFAULT);
    }
}
