package org.altocumulus.edge.tcp;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.cluster.LinkConnection;

/** The owner of link connections, on the one loop that drives them all. */
public interface LinkHost {
    /** Nanoseconds of a monotonic clock. */
    long now();

    /**
     * A TCP connection is about to be {@linkplain #connected(boolean) told}.
     *
     * @param local its address at this end
     */
    default void near(InetSocketAddress local) {}

    /**
     * A TCP connection is there.
     *
     * @param loopback whether both of its ends are loopback addresses
     * @return what drives it, or null if it is to be closed
     */
    LinkConnection connected(boolean loopback);

    /**
     * As {@link #connected(boolean)}, for those who want to know the other end.
     *
     * @param far its address
     */
    default LinkConnection connected(boolean loopback, InetSocketAddress far) {
        return connected(loopback);
    }

    /** A connection was driven: what was to be done next, and when, can have changed. */
    void driven();
}
