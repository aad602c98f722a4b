package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;

/** Takes datagrams that are ready to be sent. What has no room on its way is lost. */
@FunctionalInterface
public interface DatagramSink {
    /**
     * Sends a datagram.
     *
     * @param datagram a scratch array: what is kept beyond the call has to be copied
     * @param length bytes from the start of the array
     */
    void send(byte[] datagram, int length, InetSocketAddress destination);

    /**
     * Sends a datagram that nobody on its way may divide, not even this host, to find out whether
     * it arrives. A sink that cannot ask for that drops it.
     */
    default void sendProbe(byte[] datagram, int length, InetSocketAddress destination) {}

    /** Sends a datagram that is larger than the path is known to bear: it may be divided. */
    default void sendDivisible(byte[] datagram, int length, InetSocketAddress destination) {
        send(datagram, length, destination);
    }
}
