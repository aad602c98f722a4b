package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import java.util.Arrays;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.crypto.Hmac;

/** An attempt of an initiator at one address, from its IIKeying to the end of its session. */
final class ResponderOpening {
    private static final byte[] DIGEST_KEY = {'X'};

    final InetSocketAddress from;
    final int initiatorId;

    /** When the cookie was made. */
    final long begunAt;

    /** Of certificate and component, which may be long. */
    private final byte[] digest;

    /** The confirmed session that this one takes the place of once it is confirmed, or null. */
    ResponderOpening previous;

    /** Null while keys are being agreed on. */
    Session session;

    /** To be repeated; null before there is one, and some time after the session is confirmed. */
    RIKeying answer;

    /** Whether the first packet of the session has come. */
    boolean confirmed;

    ResponderOpening(
            IIKeying keying, InetSocketAddress from, long begunAt, ResponderOpening previous) {
        this.from = from;
        this.begunAt = begunAt;
        this.initiatorId = keying.initiatorSessionId();
        this.digest = digest(keying);
        this.previous = previous;
    }

    private static byte[] digest(IIKeying keying) {
        return Hmac.sha256(DIGEST_KEY, keying.certificate(), keying.component());
    }

    boolean isRepeatedBy(IIKeying keying) {
        return initiatorId == keying.initiatorSessionId() && Arrays.equals(digest, digest(keying));
    }
}
