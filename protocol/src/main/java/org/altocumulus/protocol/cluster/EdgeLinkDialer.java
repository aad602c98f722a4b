package org.altocumulus.protocol.cluster;

/** Makes TCP connections for an {@link EdgeLink}, asked on the thread that called the link. */
@FunctionalInterface
public interface EdgeLinkDialer {
    /**
     * Dials the origin, the name resolved anew, and gives up after {@link LinkTiming#retryMax};
     * then calls {@link EdgeLink#connected} or {@link EdgeLink#dialFailed}, at once or later.
     */
    void dial(LinkRole role);
}
