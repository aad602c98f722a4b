package org.altocumulus.edge.node;

/**
 * How many sessions may be half-open at a time, that is between the IIKeying and the first packet
 * of the session.
 *
 * @param inAll over all loops, at least 1
 * @param ofSource from one IPv4 address or IPv6 network of 64 bits, at least 1
 */
public record HalfOpenLimits(int inAll, int ofSource) {
    /** What a node has unless it is configured. */
    public static final HalfOpenLimits DEFAULT = new HalfOpenLimits(4096, 256);
}
