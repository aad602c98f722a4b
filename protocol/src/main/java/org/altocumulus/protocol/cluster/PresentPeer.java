package org.altocumulus.protocol.cluster;

/**
 * A client that an edge announces.
 *
 * @param peer its peer id
 * @param age milliseconds since its session opened
 */
public record PresentPeer(PeerId peer, long age) {}
