package org.altocumulus.edge.app;

import java.net.InetSocketAddress;

/**
 * What a client asks for.
 *
 * @param client its address, as far as it has been verified
 * @param peerId its peer id, 64 lower-case hex digits
 * @param connect what it said, or says now, when it connected
 * @param stream name as the client wrote it; empty for {@link Action#CONNECT}
 */
public record AccessRequest(
        Action action,
        InetSocketAddress client,
        String peerId,
        ConnectRequest connect,
        String stream) {
    /** What can be asked for. */
    public enum Action {
        /** To connect to an application. */
        CONNECT,
        /** To publish a stream. */
        PUBLISH,
        /** To play a stream. */
        PLAY
    }
}
