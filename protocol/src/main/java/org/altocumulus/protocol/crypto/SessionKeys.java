package org.altocumulus.protocol.crypto;

/**
 * What both sides of a session have in common after keying (RFC 7425 §4.6): a key, a kind of check
 * and perhaps sequence numbers for each direction, and two nonces. Immutable; thread-safe.
 */
public final class SessionKeys {
    private final DirectionKeys near;
    private final DirectionKeys far;
    private final byte[] nearNonce;
    private final byte[] farNonce;

    private SessionKeys(DirectionKeys near, DirectionKeys far, byte[] nearNonce, byte[] farNonce) {
        this.near = near;
        this.far = far;
        this.nearNonce = nearNonce;
        this.farNonce = farNonce;
    }

    static SessionKeys ofInitiator(
            byte[] secret, byte[] initiator, byte[] responder, Negotiation negotiation) {
        return derive(secret, initiator, responder, negotiation);
    }

    static SessionKeys ofResponder(
            byte[] secret, byte[] initiator, byte[] responder, Negotiation negotiation) {
        return derive(secret, responder, initiator, negotiation);
    }

    /** The key of what a side sends depends on the other's component and then on its own. */
    private static SessionKeys derive(
            byte[] secret, byte[] near, byte[] far, Negotiation negotiation) {
        byte[] nearKey = Hmac.sha256(secret, Hmac.sha256(far, near));
        byte[] farKey = Hmac.sha256(secret, Hmac.sha256(near, far));
        return new SessionKeys(
                DirectionKeys.of(
                        secret, nearKey, negotiation.nearHmac(), negotiation.nearSequence()),
                DirectionKeys.of(secret, farKey, negotiation.farHmac(), negotiation.farSequence()),
                Hmac.sha256(secret, near),
                Hmac.sha256(secret, far));
    }

    /** The sealer of what we send; to be made once, as it starts the sequence numbers. */
    public PacketSealer newSealer() {
        return new PacketSealer(near);
    }

    /** The opener of what we receive; to be made once, as it starts the memory of duplicates. */
    public PacketOpener newOpener() {
        return new PacketOpener(far);
    }

    /** A copy of our nonce, 32 bytes; the far side's far nonce. */
    public byte[] nearNonce() {
        return nearNonce.clone();
    }

    /** A copy of the far side's nonce, 32 bytes. */
    public byte[] farNonce() {
        return farNonce.clone();
    }

    /** Whether HMAC or sequence numbers are used in any direction; simple clients use neither. */
    public boolean negotiatedMoreThanChecksum() {
        return near.isMoreThanChecksum() || far.isMoreThanChecksum();
    }

    DirectionKeys near() {
        return near;
    }

    DirectionKeys far() {
        return far;
    }
}
