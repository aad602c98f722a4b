package org.altocumulus.protocol.cluster;

/**
 * The connections between this edge and others, over which media go straight from the edge that
 * publishes a stream to the one that plays it. Belongs to an {@link EdgeLink}, and to its thread.
 */
public final class EdgePulls {
    private final PullClient client;
    private final PullServer server;
    private final StreamSearch search;

    EdgePulls(PullClient client, PullServer server, StreamSearch search) {
        this.client = client;
        this.server = server;
        this.search = search;
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
        client.tick(now);
        server.tick(now);
    }

    long delay(long now) {
        return Math.min(search.delay(now), Math.min(client.delay(now), server.delay(now)));
    }

    void close(long now) {
        client.close(now);
        server.close(now);
    }
}
