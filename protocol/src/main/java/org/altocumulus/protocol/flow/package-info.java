/**
 * Send and receive flows of a session: fragmentation, ordering, acknowledgement, loss and
 * abandoning (RFC 7016 §3.6). Flows belong to one session and are touched by its event loop alone.
 * Messages are byte arrays that nobody changes once they are handed over, so they are shared, not
 * copied.
 */
package org.altocumulus.protocol.flow;
