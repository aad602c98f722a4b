package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;

/**
 * A TCP connection to another edge that is to be made. The host calls {@link #connected} or {@link
 * #failed} once, on the thread of the {@link EdgeLink}, at once or later.
 */
public interface PullDial {
    /** Where to. */
    InetSocketAddress address();

    /**
     * The connection is there.
     *
     * @param loopback whether both of its ends are loopback addresses
     * @return what drives it (but for its {@code tick}), or null if it is to be closed
     */
    LinkConnection connected(boolean loopback, long now);

    /** It could not be made, at the latest after {@link LinkTiming#retryMax}. */
    void failed(long now);
}
