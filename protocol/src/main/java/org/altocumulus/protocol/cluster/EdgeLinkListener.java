package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;

/** What an {@link EdgeLink} tells its host, on the thread that called the link. */
public interface EdgeLinkListener {
    /** The origin has taken this edge into its registry. */
    void joined(NodeIdentity origin);

    /** The control connection ended, was refused or could not be made; it is tried again. */
    void left(Reason reason, String message);

    /**
     * Whether the origin reached an advertised address by UDP: one that it did not reach is behind
     * a firewall, and clients are not sent there.
     */
    void probed(InetSocketAddress address, boolean answered);

    /** The origin's operator wants this edge to take no newcomers. */
    void drainRequested();

    /**
     * The publication may go on: the origin knows of no older one, or cannot be asked. Told once,
     * unless it is refused first.
     */
    void publishAccepted(Publication publication);

    /**
     * The name belongs to another publication: the publisher gets {@code BadName}. Can come after
     * {@link #publishAccepted}, when the origin could not be asked then. The link has forgotten the
     * publication.
     */
    void publishRefused(Publication publication, Reason reason, String message);

    /**
     * Another edge wants this publication: give to {@link EdgeLink#media} what a late joiner needs
     * (metadata, configurations, all from the last key frame) in the order of the sequence numbers
     * before returning, and all that is published from then on.
     */
    void replay(Publication publication);

    /** A wanted stream has begun elsewhere. */
    void started(Publication publication);

    /** A message of a wanted stream that has started, neither repeated nor out of order. */
    void media(MediaFrame frame);

    /** A wanted stream that had started is over. */
    void ended(Publication publication);
}
