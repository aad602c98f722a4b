package org.altocumulus.edge.netconnection;

/**
 * How much there is at a moment.
 *
 * @param connections whose {@code connect} was accepted
 * @param streams published by clients of this node
 * @param players net streams that play
 */
public record ApplicationStats(long connections, long streams, long players) {}
