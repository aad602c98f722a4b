package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;

/**
 * The connections between this edge and others, over which media go straight from the edge that
 * publishes a stream to the one that plays it. Belongs to an {@link EdgeLink}, and to its thread.
 */
public final class EdgePulls {
    private final PullClient client;
    private final PullServer server;
    private final StreamSearch search;
    private final DirectRetries retries;

    EdgePulls(PullClient client, PullServer server, StreamSearch search, DirectRetries retries) {
        this.client = client;
        this.server = server;
        this.search = search;
        this.retries = retries;
    }

    /**
     * Another edge has dialled this one.
     *
     * @param loopback whether both ends of the TCP connection are loopback addresses
     * @return what drives it (but for its {@code tick}), or null if it is to be closed
     */
    public LinkConnection accept(boolean loopback, long now) {
        return server.accept(loopback, now);
    }

    /**
     * As the other.
     *
     * @param far the address of the other end: wrong proofs are counted by it
     */
    public LinkConnection accept(boolean loopback, InetSocketAddress far, long now) {
        return server.accept(loopback, far, now);
    }

    /** Told of connections from other edges that were refused. */
    @FunctionalInterface
    public interface Rejections {
        /**
         * A connection ended before the other end was admitted.
         *
         * @param from its address
         */
        void rejected(String from, Reason reason, String message);
    }

    /** Has refused connections told, on the thread of the links. */
    public void onRejected(Rejections listener) {
        server.onRejected(listener);
    }

    /** Streams that flow to this edge straight from others. */
    public int flowing() {
        return client.flowing();
    }

    PullClient client() {
        return client;
    }

    PullServer server() {
        return server;
    }

    StreamSearch search() {
        return search;
    }

    void tick(long now) {
        search.tick(now);
        retries.tick(now);
        client.tick(now);
        server.tick(now);
    }

    long delay(long now) {
        long looking = Math.min(search.delay(now), retries.delay(now));
        return Math.min(looking, Math.min(client.delay(now), server.delay(now)));
    }

    void close(long now) {
        client.close(now);
        server.close(now);
    }
}
