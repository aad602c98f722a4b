package org.altocumulus.origin.redirect;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * How the origin redirects.
 *
 * @param attemptsBeforeFallback hellos of a tag that are redirected before the origin serves it
 *     itself; 0 to redirect always
 * @param includeSelf whether the origin's own address goes first, so that a client which forgets
 *     the one that it dialled can come back; has no use when it would be redirected always
 * @param advertised the origin's own addresses for clients; may be empty
 * @param byRoom whether the edges are chosen by where clients want to go
 */
public record RedirectSettings(
        int attemptsBeforeFallback,
        boolean includeSelf,
        List<InetSocketAddress> advertised,
        boolean byRoom) {
    /** Copies the list. */
    public RedirectSettings {
        advertised = List.copyOf(advertised);
    }
}
