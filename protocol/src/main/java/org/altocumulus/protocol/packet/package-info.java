/**
 * What lies around the chunks: the session id in front of a datagram (RFC 7016 §2.2.2), flags and
 * timestamps of a packet and the walk over its chunks (§2.2.4), and packets that had to be divided
 * (§2.3.1, §3.4). Encryption is between the two and not here.
 */
package org.altocumulus.protocol.packet;
