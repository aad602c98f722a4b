package org.altocumulus.cli.client;

import java.util.List;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.WeakKeys;
import org.altocumulus.protocol.flow.ReceiveLimits;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.SessionParameters;

/**
 * How a {@link ClientEndpoint} opens its connections.
 *
 * @param loops event loops that share the connections, at least 1
 * @param session tunables of all sessions, such as when a server is taken to be gone
 * @param keying groups and protections; each connection has a certificate of its own for the groups
 * @param keys the key pairs of all connections; null for a pair of its own for each
 * @param sockets 0 for a socket of its own for each connection, closed with it; otherwise sockets
 *     are used again, and beyond so many connections share them, which most servers do not take
 * @param formattedCommands whether commands are of type 17 and ask for object encoding 3, as
 *     servers for Flash Player alone want it
 */
public record ClientOptions(
        int loops,
        SessionParameters session,
        KeyingPolicy keying,
        WeakKeys keys,
        int sockets,
        boolean formattedCommands) {
    private static final int LARGEST_MESSAGE = MediaFrame.MAX_PAYLOAD + RtmpMessage.HEADER_SIZE;

    /** Tunables of sessions that take the largest message that any server sends. */
    public static final SessionParameters SESSION =
            SessionParameters.DEFAULT.withReceive(
                    new ReceiveLimits(
                            LARGEST_MESSAGE,
                            LARGEST_MESSAGE,
                            SessionParameters.DEFAULT.receive().maxRanges()));

    private static final List<DhGroup> GROUPS =
            List.of(DhGroup.MODP_2048, DhGroup.MODP_1024, DhGroup.MODP_4096);

    /** What a client wants: one loop, all groups, protections where a server requires them. */
    public static final ClientOptions DEFAULT =
            new ClientOptions(
                    1,
                    SESSION,
                    new KeyingPolicy(
                            GROUPS,
                            Protection.ON_REQUEST,
                            Protection.ON_REQUEST,
                            KeyingPolicy.DEFAULT_HMAC_LENGTH),
                    null,
                    0,
                    false);

    /** The same with another number of loops. */
    public ClientOptions withLoops(int number) {
        return new ClientOptions(number, session, keying, keys, sockets, formattedCommands);
    }

    /** The same with other tunables of sessions. */
    public ClientOptions withSession(SessionParameters parameters) {
        return new ClientOptions(loops, parameters, keying, keys, sockets, formattedCommands);
    }

    /** The same with other groups and protections. */
    public ClientOptions withKeying(KeyingPolicy policy) {
        return new ClientOptions(loops, session, policy, keys, sockets, formattedCommands);
    }

    /** The same with key pairs that all connections share. */
    public ClientOptions withKeys(WeakKeys shared) {
        return new ClientOptions(loops, session, keying, shared, sockets, formattedCommands);
    }

    /** The same with sockets that are used again. */
    public ClientOptions withSockets(int most) {
        return new ClientOptions(loops, session, keying, keys, most, formattedCommands);
    }

    /** The same with commands of type 17, or of type 20. */
    public ClientOptions withFormattedCommands(boolean formatted) {
        return new ClientOptions(loops, session, keying, keys, sockets, formatted);
    }
}
