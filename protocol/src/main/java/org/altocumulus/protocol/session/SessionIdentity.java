package org.altocumulus.protocol.session;

import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.SessionKeys;

/**
 * What startup settled about a session.
 *
 * @param role which end this is
 * @param nearId the session id of packets to this end, not 0
 * @param farId the session id of packets to the other end
 * @param far the certificate of the other end; its fingerprint is the peer id
 * @param keys the keys of the session
 */
public record SessionIdentity(
        Role role, int nearId, int farId, Certificate far, SessionKeys keys) {}
