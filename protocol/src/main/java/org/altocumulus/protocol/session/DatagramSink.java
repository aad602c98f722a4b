package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;

/** Takes datagrams that are ready to be sent. */
@FunctionalInterface
public interface DatagramSink {
    /**
     * Sends a datagram.
     *
     * @param datagram a scratch array: what is kept beyond the call has to be copied
     * @param length bytes from the start of the array
     */
    void send(byte[] datagram, int length, InetSocketAddress destination);
}
