/**
 * What a media node does with an open RTMFP session: NetConnections and NetStreams, their flows and
 * commands, and what clients may do. No sockets and no threads of its own.
 *
 * <p>A connection, and all that belongs to it, stays on the loop of its session. A net stream
 * publishes as a {@link org.altocumulus.edge.stream.StreamPublisher}, and plays as a {@link
 * org.altocumulus.edge.stream.StreamSubscriber}, of the streams in {@link
 * org.altocumulus.edge.stream}.
 *
 * <pre>
 *   Session ─ Connection ─ NetStream ─┬─ Publication (edge.stream)
 *                                     └─ Player ─ Replica (edge.stream)
 * </pre>
 */
package org.altocumulus.edge.netconnection;
