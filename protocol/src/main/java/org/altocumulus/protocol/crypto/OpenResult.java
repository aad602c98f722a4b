package org.altocumulus.protocol.crypto;

/** What came of opening a datagram. All but one mean: drop it in silence and count it. */
public enum OpenResult {
    /** The packet is authentic as far as its session's protection goes. */
    OPENED,
    /** Too short, not made of whole blocks, or without room for what must be in it. */
    BAD_LENGTH,
    /** The checksum is wrong: another key, or damage. */
    BAD_CHECKSUM,
    /** The HMAC is wrong: another key, damage, or a forgery. */
    BAD_HMAC,
    /** Its session sequence number has come before, or is too old to tell. */
    DUPLICATE
}
