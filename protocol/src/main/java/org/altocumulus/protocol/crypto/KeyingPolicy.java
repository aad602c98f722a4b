package org.altocumulus.protocol.crypto;

import java.util.List;

/**
 * How we key sessions.
 *
 * @param groups an initiator's choice of groups in order of preference; a responder offers those of
 *     its certificate
 * @param hmac whether packets carry an HMAC in place of the checksum
 * @param sequenceNumbers whether packets carry session sequence numbers
 * @param hmacLength bytes of the HMACs that we send, 4 to 32
 */
public record KeyingPolicy(
        List<DhGroup> groups, Protection hmac, Protection sequenceNumbers, int hmacLength) {
    /** Bytes of the shortest HMAC. */
    public static final int MIN_HMAC_LENGTH = 4;

    /** Bytes of an HMAC unless configured. */
    public static final int DEFAULT_HMAC_LENGTH = 16;

    /** Groups 14 and 2, and protections for those who ask. */
    public static final KeyingPolicy DEFAULT =
            new KeyingPolicy(
                    List.of(DhGroup.MODP_2048, DhGroup.MODP_1024),
                    Protection.ON_REQUEST,
                    Protection.ON_REQUEST,
                    DEFAULT_HMAC_LENGTH);

    /**
     * @throws IllegalArgumentException if there is no group or the length is out of range
     */
    public KeyingPolicy {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a policy has at least one group");
        }
        if (!isHmacLength(hmacLength)) {
            throw new IllegalArgumentException("HMAC length " + hmacLength + " is not 4 to 32");
        }
    }

    static boolean isHmacLength(long length) {
        return length >= MIN_HMAC_LENGTH && length <= Hmac.LENGTH;
    }
}
