package org.altocumulus.edge.server;

import java.net.InetSocketAddress;
import java.util.List;
import org.altocumulus.protocol.cluster.ForwardedHello;

/**
 * What origins tell a node about newcomers. On the thread of the links. Origins are named by their
 * place in the list, from 0.
 */
public interface LinkOrders {
    /** Of a node that gets no newcomers from others. */
    LinkOrders NONE = new LinkOrders() {};

    /** Where clients reach an origin by UDP; empty if it does not say so. */
    default void originClients(int origin, List<InetSocketAddress> addresses) {}

    /** An origin has redirected a hello, and wants it answered here at once. */
    default void forwardedHello(ForwardedHello hello) {}
}
