/**
 * What flows carry in the Flash profile (RFC 7425 §5): RTMP messages, commands, user control
 * events, status objects, the metadata of flows, the URLs that name applications, and what kind of
 * audio or video a message holds.
 *
 * <p>Parsers throw {@link org.altocumulus.protocol.wire.WireException} for bytes that are not
 * well-formed and nothing else. All types are immutable.
 */
package org.altocumulus.protocol.message;
