package org.altocumulus.protocol.crypto;

import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.WireException;

/**
 * The initiator's side of session keying (RFC 7425 §4.5 and §4.6): {@link #begin} with the
 * certificate of RHello, {@link #complete} with the component of RIKeying. Immutable; thread-safe.
 */
public final class InitiatorKeying {
    private final KeyingPolicy policy;
    private final Certificate far;
    private final DhKeyPair pair;
    private final byte[] component;

    InitiatorKeying(KeyingPolicy policy, Certificate far, DhKeyPair pair, byte[] component) {
        this.policy = policy;
        this.far = far;
        this.pair = pair;
        this.component = component;
    }

    /**
     * Chooses the first group of the policy that both certificates offer. Makes a key pair if
     * {@code near} is ephemeral, so it is not for an event loop; any thread may call it.
     *
     * @param far the responder's certificate
     * @throws KeyingException if no group is common
     */
    public static InitiatorKeying begin(
            Identity near, KeyingPolicy policy, Certificate far, SecureRandom random)
            throws KeyingException {
        DhGroup group = chooseGroup(near.certificate(), policy, far);
        DhKeyPair pair = near.keyPair(group, random);
        Option hmac = KeyingComponent.hmac(policy.hmac().opening(), policy.hmacLength());
        Option sequence = KeyingComponent.sequenceNumbers(policy.sequenceNumbers().opening());
        List<Option> options =
                near.certificate().isStatic()
                        ? List.of(
                                KeyingComponent.groupSelect(group),
                                KeyingComponent.randomness(random),
                                hmac,
                                sequence)
                        : List.of(hmac, sequence, KeyingComponent.ephemeralKey(pair));
        return new InitiatorKeying(policy, far, pair, Option.encode(options));
    }

    /** What goes into IIKeying, shared and not to be changed. */
    public byte[] component() {
        return component;
    }

    /**
     * Agrees on keys. Costs a modular exponentiation, so it is not for an event loop. A failure
     * changes nothing: the genuine answer may follow a forged one.
     *
     * @param responderComponent the bytes of the far component as they came; not kept
     * @throws WireException if the component is malformed
     * @throws KeyingException if there can be no session
     */
    public SessionKeys complete(byte[] responderComponent) throws KeyingException, WireException {
        KeyingComponent theirs = KeyingComponent.parse(responderComponent);
        byte[] farKey = theirs.publicKey(far, pair.group());
        Negotiation negotiation =
                Negotiation.of(
                        policy,
                        policy.hmac().opening(),
                        policy.sequenceNumbers().opening(),
                        theirs);
        byte[] secret = pair.sharedSecret(farKey);
        return SessionKeys.ofInitiator(secret, component, responderComponent, negotiation);
    }

    private static DhGroup chooseGroup(Certificate near, KeyingPolicy policy, Certificate far)
            throws KeyingException {
        for (DhGroup group : policy.groups()) {
            if (near.offers(group) && far.offers(group)) {
                return group;
            }
        }
        throw new KeyingException("no group in common with " + far);
    }
}
