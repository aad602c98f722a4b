package org.altocumulus.edge.ops;

import java.net.InetAddress;
import java.net.SocketException;
import java.util.Collection;

/** What addresses the network interfaces of this machine have. */
@FunctionalInterface
public interface HostAddresses {
    /** Those of the interfaces that are up. */
    Collection<InetAddress> list() throws SocketException;
}
