package org.altocumulus.edge.server;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.altocumulus.edge.admin.AdminAnswer;
import org.altocumulus.protocol.crypto.Fingerprint;

/** What operators can do to the clients of a node: {@code POST /clients/PEER-ID/close}. */
public final class ClientActions {
    /** The paths, for people. */
    public static final String PATHS = "POST /clients/PEER-ID/close";

    private static final int PEER_ID_BYTES = 32;

    private ClientActions() {}

    /** What a POST to that path does, if it is one of these. */
    public static Optional<Supplier<AdminAnswer>> of(NodeServer server, List<String> path) {
        if (path.size() != 3 || !path.get(0).equals("clients") || !path.get(2).equals("close")) {
            return Optional.empty();
        }
        return Optional.of(() -> close(server, path.get(1)));
    }

    private static AdminAnswer close(NodeServer server, String peerId) {
        byte[] bytes;
        try {
            bytes = HexFormat.of().parseHex(peerId);
        } catch (IllegalArgumentException e) {
            bytes = new byte[0];
        }
        if (bytes.length != PEER_ID_BYTES) {
            return AdminAnswer.bad("a peer id has 64 hex digits");
        }
        return server.peers().close(Fingerprint.of(bytes))
                ? AdminAnswer.done("the session of " + peerId + " is being closed")
                : AdminAnswer.unknown("no client " + peerId + " here");
    }
}
