package org.altocumulus.protocol.cluster;

/** Makes TCP connections for {@link EdgeLinks}, asked on the thread that called them. */
@FunctionalInterface
public interface EdgeLinkDialer {
    /**
     * Dials an origin, the name resolved anew, and gives up after {@link LinkTiming#retryMax}; then
     * calls {@link EdgeLinks#connected} or {@link EdgeLinks#dialFailed}, at once or later. Must not
     * block, as the other origins would wait.
     *
     * @param origin its place in the list, from 0
     */
    void dial(int origin, LinkRole role);
}
