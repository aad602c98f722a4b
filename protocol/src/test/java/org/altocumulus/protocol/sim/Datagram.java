package org.altocumulus.protocol.sim;

import java.net.InetSocketAddress;

/**
 * A datagram in the network.
 *
 * @param number counts the datagrams that were sent, from 0
 * @param at when it was sent
 * @param bytes not to be changed
 */
public record Datagram(
        long number, long at, InetSocketAddress from, InetSocketAddress to, byte[] bytes) {}
