package org.altocumulus.edge.netconnection;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.message.StreamName;

/**
 * What a client asks for.
 *
 * @param client its address, as far as it has been verified
 * @param peerId its peer id, 64 lower-case hex digits
 * @param connect what it said, or says now, when it connected
 * @param stream name as the client wrote it, with its query, which may hold secrets; empty for
 *     {@link Action#CONNECT}
 */
public record AccessRequest(
        Action action,
        InetSocketAddress client,
        String peerId,
        ConnectRequest connect,
        String stream) {
    /** The stream's name in the whole cluster, and the query behind what the client wrote. */
    public StreamName streamName() {
        return StreamName.of(stream);
    }

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
