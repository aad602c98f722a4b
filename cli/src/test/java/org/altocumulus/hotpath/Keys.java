package org.altocumulus.hotpath;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.InitiatorKeying;
import org.altocumulus.protocol.crypto.KeyingException;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.ResponderKeying;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.session.Role;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.wire.WireException;

/** What one key agreement gave to client and server; sessions may share it. */
public final class Keys {
    private static final List<DhGroup> GROUPS = List.of(DhGroup.MODP_1024);

    private final Certificate clientCertificate;
    private final Certificate serverCertificate;
    private final SessionKeys client;
    private final SessionKeys server;

    private Keys(Protection protection) {
        SecureRandom random = random();
        Identity clientIdentity = Identity.ephemeralClient(GROUPS, random);
        Identity serverIdentity = Identity.ephemeralServer("", GROUPS, random);
        KeyingPolicy policy =
                new KeyingPolicy(GROUPS, protection, protection, KeyingPolicy.DEFAULT_HMAC_LENGTH);
        clientCertificate = clientIdentity.certificate();
        serverCertificate = serverIdentity.certificate();
        try {
            InitiatorKeying keying =
                    InitiatorKeying.begin(clientIdentity, policy, serverCertificate, random);
            ResponderKeying answer =
                    ResponderKeying.respond(
                            serverIdentity, policy, clientCertificate, keying.component(), random);
            client = keying.complete(answer.component());
            server = answer.keys();
        } catch (KeyingException | WireException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Packets have a checksum, as those of nearly all clients. */
    public static Keys checksum() {
        return new Keys(Protection.ON_REQUEST);
    }

    /** Packets have an HMAC and session sequence numbers. */
    public static Keys hmac() {
        return new Keys(Protection.REQUIRE);
    }

    /** Quick and the same in every run. */
    public static SecureRandom random() {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(7016);
            return random;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public SessionKeys client() {
        return client;
    }

    public SessionKeys server() {
        return server;
    }

    /** The client's end of a session whose id is the same in both directions. */
    public SessionIdentity clientEnd(int sessionId) {
        return new SessionIdentity(Role.INITIATOR, sessionId, sessionId, serverCertificate, client);
    }

    /** The server's end of it. */
    public SessionIdentity serverEnd(int sessionId) {
        return new SessionIdentity(Role.RESPONDER, sessionId, sessionId, clientCertificate, server);
    }
}
