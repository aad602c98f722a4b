/**
 * One record for each chunk that RFC 7016 §2.3 defines, with its parser, its size and its writer
 * side by side; and what the flows use to write user data and acknowledgements without allocating.
 *
 * <p>What leaves a parser is well-formed. A {@link org.altocumulus.protocol.wire.WireException}
 * from one makes the receiver ignore that chunk alone and go on with the next (§2.3). A chunk that
 * may not stand in a packet of the given mode is the caller's to ignore. Arrays in records are
 * owned by them and not to be changed; user data is a view of the packet, valid while the packet is
 * processed.
 */
package org.altocumulus.protocol.chunk;
