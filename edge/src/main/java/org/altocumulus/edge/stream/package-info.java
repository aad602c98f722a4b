/**
 * Live streams of a node over its event loops, and their port to the rest of the cluster. Knows
 * neither clients nor protocols: whoever publishes is a {@link
 * org.altocumulus.edge.stream.StreamPublisher}, whoever gets a stream a {@link
 * org.altocumulus.edge.stream.StreamSubscriber}. No sockets and no threads of its own: {@link
 * org.altocumulus.edge.loop.Loop} stands for an event loop.
 *
 * <p>A stream has a home loop, found by hashing its key. There its publisher is claimed and the
 * cluster is asked; each loop with subscribers has a {@link org.altocumulus.edge.stream.Replica}
 * that gets every message once.
 *
 * <pre>
 *   StreamPublisher ─ Publication ──▶ HomeStream ──▶ Replica ─ StreamSubscriber
 *       (its loop)                   (home loop)    (each loop with subscribers)
 *                                         └──▶ ClusterPort
 * </pre>
 */
package org.altocumulus.edge.stream;
