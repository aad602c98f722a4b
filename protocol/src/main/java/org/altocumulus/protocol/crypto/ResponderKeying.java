package org.altocumulus.protocol.crypto;

import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.WireException;

/**
 * The responder's side of session keying (RFC 7425 §4.5 and §4.6): one step, taken when an IIKeying
 * has shown a good cookie.
 *
 * @param component what goes into RIKeying; kept to answer a repeated IIKeying with the same bytes
 * @param keys the keys of the session
 */
public record ResponderKeying(byte[] component, SessionKeys keys) {
    /**
     * Agrees on keys. Costs one modular exponentiation, and a second one unless {@code near} has a
     * static pair or {@linkplain KeyPool one that was made ahead}, so it is not for an event loop;
     * any thread may call it.
     *
     * @param far the initiator's certificate
     * @param initiatorComponent the bytes of its component as they came; not kept
     * @throws WireException if the component is malformed
     * @throws KeyingException if there can be no session
     */
    public static ResponderKeying respond(
            Identity near,
            KeyingPolicy policy,
            Certificate far,
            byte[] initiatorComponent,
            SecureRandom random)
            throws KeyingException, WireException {
        KeyingComponent theirs = KeyingComponent.parse(initiatorComponent);
        DhGroup group = theirs.chosenGroup(far);
        if (!near.certificate().offers(group)) {
            throw new KeyingException("group " + group.code() + " is not offered");
        }
        byte[] farKey = theirs.publicKey(far, group);
        int hmacFlags = policy.hmac().answer(theirs.hmacFlags());
        int sequenceFlags = policy.sequenceNumbers().answer(theirs.sequenceFlags());
        Negotiation negotiation = Negotiation.of(policy, hmacFlags, sequenceFlags, theirs);

        DhKeyPair pair = near.keyPairFor(group, initiatorComponent, random);
        byte[] secret = pair.sharedSecret(farKey);
        // In this order with the key last: librtmfp takes it at a fixed offset.
        byte[] component =
                Option.encode(
                        List.of(
                                KeyingComponent.hmac(hmacFlags, policy.hmacLength()),
                                KeyingComponent.sequenceNumbers(sequenceFlags),
                                near.certificate().isStatic()
                                        ? KeyingComponent.randomness(random)
                                        : KeyingComponent.ephemeralKey(pair)));
        return new ResponderKeying(
                component,
                SessionKeys.ofResponder(secret, initiatorComponent, component, negotiation));
    }
}
