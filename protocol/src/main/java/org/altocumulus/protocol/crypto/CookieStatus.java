package org.altocumulus.protocol.crypto;

/** What a cookie in IIKeying is worth (RFC 7016 §3.5.1.1.2 and §3.5.1.2). */
public enum CookieStatus {
    /** Ours, fresh, and shown from the address that it was made for. */
    VALID,
    /** Ours and fresh, but made for another address: answer with RHello Cookie Change. */
    OTHER_ADDRESS,
    /** Ours, but past its lifetime, or of a time that has not come. */
    EXPIRED,
    /** Not ours. */
    FORGED
}
