/**
 * The Cryptography Profile for Flash Communication (RFC 7425 §4) on top of RFC 7016: certificates
 * and endpoint discriminators, Diffie-Hellman session keying, the ciphers of startup and session
 * packets, and cookies without state.
 *
 * <p>The only package that touches {@code javax.crypto} and BouncyCastle. It reads no clock and
 * makes no random numbers of its own; both are passed in. Bytes from outside give a {@link
 * org.altocumulus.protocol.wire.WireException} when they are malformed and a {@link
 * org.altocumulus.protocol.crypto.KeyingException} when they break a rule of keying. Nothing here
 * is thread-safe unless it says so.
 */
package org.altocumulus.protocol.crypto;
