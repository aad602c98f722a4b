package org.altocumulus.protocol.session;

/** Why something that was received was dropped, as counters and logs name it. */
public enum Discard {
    /** A datagram that cannot be a packet: too short, or not whole cipher blocks. */
    BAD_LENGTH,
    /** The checksum of a decrypted packet is wrong: another key, or damage. */
    BAD_CHECKSUM,
    /** The HMAC of a packet is wrong. */
    BAD_HMAC,
    /** A session sequence number that was seen, or is too old. */
    DUPLICATE,
    /** No session has that session id. */
    UNKNOWN_SESSION,
    /** The packet's mode is not allowed for its session. */
    WRONG_MODE,
    /** The packet header is truncated. */
    BAD_HEADER,
    /** A chunk does not have its form; the rest of the packet is processed. */
    BAD_CHUNK,
    /** A chunk that is not allowed in the packet it came in. */
    MISPLACED_CHUNK,
    /** A hello for somebody else, or whose endpoint discriminator says nothing. */
    UNWANTED_HELLO,
    /** A hello for the fingerprint of a client that is not here, or not any more. */
    UNKNOWN_PEER,
    /** A hello for the fingerprint of a client, from an address that sends too many. */
    PEER_HELLOS_LIMITED,
    /** A forwarded hello that is for another endpoint, or cannot be answered. */
    UNWANTED_FORWARD,
    /** An IIKeying of an end to which this one is opening itself, and prevails. */
    GLARE,
    /** A hello that is not answered for now. */
    IGNORED_HELLO,
    /** A startup packet that a loop which does not keep up had no time for. */
    STARTUP_LIMITED,
    /** A hello of a client for its own fingerprint. */
    OWN_PEER_ID,
    /** A cookie that we did not make. */
    FORGED_COOKIE,
    /** A cookie that is too old. */
    EXPIRED_COOKIE,
    /** A certificate or key component that breaks the profile, or offers too little. */
    BAD_KEYING,
    /** The same IIKeying again, long after the session was confirmed. */
    STALE_KEYING,
    /** Too many key agreements wait. */
    KEYING_BUSY,
    /** Too many sessions are open. */
    SESSIONS_FULL,
    /** Too many sessions of that source are half-open. */
    HALF_OPEN_OF_SOURCE,
    /** Too many sessions are half-open, and none can make room. */
    HALF_OPEN_FULL,
    /** A half-open session that was not confirmed in time, or had to make room for a newer one. */
    HALF_OPEN_ENDED,
    /** A packet fragment outside of the limits. */
    BAD_FRAGMENT,
    /** User data beyond the receive window. */
    FLOW_OVERRUN,
    /** A message above the limit of its flow. */
    MESSAGE_TOO_LONG,
    /** A datagram that came to another loop than the session's, which had too many such. */
    HANDOVER_FULL,
    /** One flow more than a session may have. */
    TOO_MANY_FLOWS,
    /** A flow that was refused. */
    FLOW_REFUSED
}
