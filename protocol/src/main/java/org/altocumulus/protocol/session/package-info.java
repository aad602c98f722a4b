/**
 * Sessions: startup as responder and as initiator, the open session with its flows, a change of
 * address, and the end (RFC 7016 §3.5). A session is touched by one event loop alone; packets and
 * randomness come from its host. Times are nanoseconds since a moment that the host chose, never
 * negative.
 */
package org.altocumulus.protocol.session;
