/**
 * The elements that everything on the wire is made of: variable length integers, options, socket
 * addresses, and the bounded reader and writer (RFC 7016 §2.1).
 *
 * <p>Everything here works on byte arrays, reads no clock, allocates nothing that a length on the
 * wire asks for before that many bytes were seen, and is not thread-safe.
 */
package org.altocumulus.protocol.wire;
