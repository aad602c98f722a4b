package org.altocumulus.edge.netconnection;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.InitiatorKeying;
import org.altocumulus.protocol.crypto.KeyingException;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.ResponderKeying;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.session.Role;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.wire.WireException;

/** One key agreement, which all sessions of the tests share. */
final class Keys {
    static final Keys SHARED = new Keys();

    private final Certificate clientCertificate;
    private final Certificate staticCertificate;
    private final Certificate serverCertificate;
    private final SessionKeys clientKeys;
    private final SessionKeys serverKeys;

    private Keys() {
        SecureRandom random = random();
        List<DhGroup> groups = List.of(DhGroup.MODP_1024);
        Identity client = Identity.ephemeralClient(groups, random);
        Identity server = Identity.ephemeralServer("", groups, random);
        clientCertificate = client.certificate();
        serverCertificate = server.certificate();
        staticCertificate = Identity.staticClient(DhGroup.MODP_1024, random).certificate();
        try {
            InitiatorKeying keying =
                    InitiatorKeying.begin(client, KeyingPolicy.DEFAULT, serverCertificate, random);
            ResponderKeying answer =
                    ResponderKeying.respond(
                            server,
                            KeyingPolicy.DEFAULT,
                            clientCertificate,
                            keying.component(),
                            random);
            clientKeys = keying.complete(answer.component());
            serverKeys = answer.keys();
        } catch (KeyingException | WireException e) {
            throw new AssertionError(e);
        }
    }

    static SecureRandom random() {
        try {
            return SecureRandom.getInstance("SHA1PRNG");
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    SessionIdentity client(int sessionId) {
        return new SessionIdentity(
                Role.INITIATOR, sessionId, sessionId, serverCertificate, clientKeys);
    }

    SessionIdentity server(int sessionId) {
        return new SessionIdentity(
                Role.RESPONDER, sessionId, sessionId, clientCertificate, serverKeys);
    }

    /** Of a client with a key in its certificate, always the same one. */
    SessionIdentity serverOfStatic(int sessionId) {
        return new SessionIdentity(
                Role.RESPONDER, sessionId, sessionId, staticCertificate, serverKeys);
    }
}
