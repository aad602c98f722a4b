package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.List;

/** What a link tells of itself, and whom it asks for what all links share. */
interface EdgeLinkOwner {
    /** Whether another link of the edge leads to an origin of that name. */
    boolean isLinked(NodeIdentity origin);

    /** The link is registered: all that the edge has is to be {@linkplain EdgeLink#later told}. */
    void registered(EdgeLink link, long now);

    /** Everything is told. */
    void synced(EdgeLink link, long now);

    /** The control connection ended or could not be made. */
    void left(EdgeLink link, Reason reason, String message, long now);

    boolean isPublished(Publication publication);

    /** The origin gets the publication from now on, beginning with a repetition. */
    void replay(Publication publication);

    void revoked(EdgeLink link, Publication publication, Reason reason, String message, long now);

    void received(EdgeLink link, StreamEvent event, long now);

    void mediaOpened(EdgeLink link, long now);

    void probed(EdgeLink link, InetSocketAddress address, boolean answered);

    void drainRequested();

    /** Where clients reach the origin by UDP; empty if it does not say so. */
    void originClients(EdgeLink link, List<InetSocketAddress> addresses);

    void forwarded(ForwardedHello hello);

    /** A newer session of that client, than the one that opened then, is elsewhere. */
    void evicted(PeerId peer, long since);

    void check(PublisherCheck check, CheckAnswer answer, long now);

    List<InetSocketAddress> introduced(Introduction introduction);

    /** The origin takes no more of the publication. */
    void stopped(Publication publication);

    void offered(PullOffer offer, long now) throws LinkRefusal;

    void otherEdge(EdgeLink link, OtherEdge edge, long now);

    /** Whether it matters at once if the origin does not answer any more. */
    boolean isWatchful();

    void source(EdgeLink link, PullSource source, long now) throws LinkRefusal;
}
