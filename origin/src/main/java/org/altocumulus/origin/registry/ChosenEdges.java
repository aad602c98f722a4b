package org.altocumulus.origin.registry;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * The edges that a newcomer is told.
 *
 * @param best the name of the first; null if there is none
 * @param addresses one of each edge, best first; not to be changed
 */
public record ChosenEdges(String best, List<InetSocketAddress> addresses) {
    /** No edge has room. */
    public static final ChosenEdges NONE = new ChosenEdges(null, List.of());
}
