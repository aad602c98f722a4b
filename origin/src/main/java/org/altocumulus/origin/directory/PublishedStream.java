package org.altocumulus.origin.directory;

import org.altocumulus.protocol.cluster.Publication;

/**
 * A stream that is published somewhere.
 *
 * @param edge the node that publishes it
 * @param publication the publication
 * @param since when it began, in nanoseconds of this node's clock
 */
public record PublishedStream(String edge, Publication publication, long since) {}
