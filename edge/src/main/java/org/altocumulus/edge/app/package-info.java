/**
 * What a media node does with an open session: connections, net streams, publishing and playing,
 * live streams over several event loops, and the port to the rest of the cluster. No sockets and no
 * threads of its own: {@link org.altocumulus.edge.app.Loop} stands for an event loop.
 *
 * <p>A stream has a home loop, found by hashing its key. There its publisher is claimed and the
 * cluster is asked; each loop with players has a {@link org.altocumulus.edge.app.Replica} that gets
 * every message once. A connection, and all that belongs to it, stays on the loop of its session.
 *
 * <pre>
 *   Connection ─ NetStream ─ Publication ──▶ HomeStream ──▶ Replica ─ Player ─ NetStream ─ Connection
 *    (its loop)                              (home loop)    (each loop with players)
 *                                                └──▶ ClusterPort
 * </pre>
 */
package org.altocumulus.edge.app;
