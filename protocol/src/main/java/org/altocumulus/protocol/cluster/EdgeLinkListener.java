package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * What {@link EdgeLinks} tell their host, on the thread that called them. Origins are named by
 * their place in the list, from 0.
 */
public interface EdgeLinkListener {
    /** An origin has taken this edge into its registry. */
    void joined(int origin, NodeIdentity identity);

    /**
     * Where clients reach an origin by UDP; told before {@link #joined}.
     *
     * @param addresses empty if it does not say so
     */
    default void originClients(int origin, List<InetSocketAddress> addresses) {}

    /** An origin has redirected a client and wants its hello answered from here, too. */
    default void forwardedHello(ForwardedHello hello) {}

    /**
     * The control connection to an origin ended, was refused or could not be made; it is tried
     * again.
     */
    void left(int origin, Reason reason, String message);

    /**
     * Whether an origin reached an advertised address by UDP: one that it did not reach is behind a
     * firewall, and clients are not sent there.
     */
    void probed(int origin, InetSocketAddress address, boolean answered);

    /** An origin's operator wants this edge to take no newcomers. */
    void drainRequested();

    /**
     * The publication may go on: the origin that decides knows of no older one, or none can be
     * asked. Told once, unless it is refused first.
     */
    void publishAccepted(Publication publication);

    /**
     * The name belongs to another publication: the publisher gets {@code BadName}. Can come after
     * {@link #publishAccepted}, when an origin that knows better could not be asked then. The links
     * have forgotten the publication.
     */
    void publishRefused(Publication publication, Reason reason, String message);

    /**
     * An origin wants this publication for other edges: call {@link EdgeLinks#replaying}, then give
     * to {@link EdgeLinks#media} what a late joiner needs (metadata, configurations, then all from
     * the last key frame in the order of the sequence numbers), and all that is published from then
     * on, without gaps. Now or later, and each time that it is asked.
     */
    void replay(Publication publication);

    /**
     * A newer session of that client is at another node: the one here, and older ones of the
     * client, are to be closed if its certificate proves who it is.
     *
     * @param since what {@link EdgeLinks#peerHere} was told last of it
     */
    void evicted(PeerId peer, long since);

    /**
     * Somebody asks for a client of this node: tell it.
     *
     * @return the addresses of the client, the one at which it is seen first; none if it is not
     *     here
     */
    List<InetSocketAddress> introduced(Introduction introduction);

    /**
     * Another client wants the name of a publication of this node. Unless its publisher is alive,
     * or has to keep it, it is {@linkplain EdgeLinks#unpublish unpublished} before the answer.
     *
     * @param peer who wants it, or null if that is not proved
     * @param answer to be given once, within 4 seconds, on the thread of the links
     */
    default void check(Publication publication, PeerId peer, CheckAnswer answer, long now) {
        answer.answered(false, now);
    }

    /** Nobody else wants the media of this publication, until the next {@link #replay}. */
    void unneeded(Publication publication);

    /** A wanted stream has begun elsewhere. */
    void started(Publication publication);

    /** A message of a wanted stream that has started, neither repeated nor out of order. */
    void media(MediaFrame frame);

    /** A wanted stream that had started is over. */
    void ended(Publication publication);
}
