/**
 * The text protocol between edge and origin: frames and their grammar, the state machines of both
 * ends of the control and the media connection, and the bounded queue in front of the latter.
 * {@code docs/cluster-protocol.md} is its description; tests read the examples from there.
 *
 * <p>Nothing here reads a clock, draws a random number of its own or touches a socket. A host feeds
 * received bytes to a {@link org.altocumulus.protocol.cluster.LinkConnection}, writes what it polls
 * from it, and calls it again when its delay has passed. Nothing is thread-safe: all connections of
 * one node belong to one thread.
 */
package org.altocumulus.protocol.cluster;
