package org.altocumulus.protocol.crypto;

/**
 * What the packets of a session carry, each direction by itself.
 *
 * @param nearHmac bytes of HMAC in the packets that we send; 0 for a checksum
 * @param farHmac the same of the packets that we receive, by the far side's own choice
 * @param nearSequence whether we send session sequence numbers
 * @param farSequence whether we receive them
 */
record Negotiation(int nearHmac, int farHmac, boolean nearSequence, boolean farSequence) {
    /**
     * Applies the rules of RFC 7425 §4.5.
     *
     * @param hmacFlags what we said about HMAC
     * @param sequenceFlags what we said about session sequence numbers
     * @throws KeyingException if one side requires what the other does not offer
     */
    static Negotiation of(
            KeyingPolicy policy, int hmacFlags, int sequenceFlags, KeyingComponent far)
            throws KeyingException {
        boolean nearHmac = Protection.sends(hmacFlags, far.hmacFlags(), "HMAC");
        boolean farHmac = Protection.sends(far.hmacFlags(), hmacFlags, "HMAC");
        if (farHmac && !KeyingPolicy.isHmacLength(far.hmacLength())) {
            throw new KeyingException("HMAC length " + far.hmacLength() + " is not 4 to 32");
        }
        return new Negotiation(
                nearHmac ? policy.hmacLength() : 0,
                farHmac ? (int) far.hmacLength() : 0,
                Protection.sends(sequenceFlags, far.sequenceFlags(), "sequence numbers"),
                Protection.sends(far.sequenceFlags(), sequenceFlags, "sequence numbers"));
    }
}
