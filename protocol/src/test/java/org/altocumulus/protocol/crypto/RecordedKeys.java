package org.altocumulus.protocol.crypto;

import org.altocumulus.protocol.vectors.RecordedSession;

/** The keys of recorded sessions, as either end has them. */
public final class RecordedKeys {
    private RecordedKeys() {}

    /** As the initiator of the session has them. */
    public static SessionKeys ofInitiator(RecordedSession session) {
        Negotiation negotiation =
                new Negotiation(
                        session.initiatorHmacLength(),
                        session.responderHmacLength(),
                        session.sequenceNumbers(),
                        session.sequenceNumbers());
        return SessionKeys.ofInitiator(
                session.sharedSecret(),
                session.initiatorComponent(),
                session.responderComponent(),
                negotiation);
    }

    /** As the responder of the session has them. */
    public static SessionKeys ofResponder(RecordedSession session) {
        Negotiation negotiation =
                new Negotiation(
                        session.responderHmacLength(),
                        session.initiatorHmacLength(),
                        session.sequenceNumbers(),
                        session.sequenceNumbers());
        return SessionKeys.ofResponder(
                session.sharedSecret(),
                session.initiatorComponent(),
                session.responderComponent(),
                negotiation);
    }
}
