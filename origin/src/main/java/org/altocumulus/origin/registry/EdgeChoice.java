package org.altocumulus.origin.registry;

import java.util.Collection;
import java.util.List;

/**
 * Which edges a newcomer is told, in which order. Guarded by the lock of its registry; asked for
 * each hello, so it has to be quick.
 */
@FunctionalInterface
public interface EdgeChoice {
    /** Most edges that are told at once: with the origin, a client takes seven addresses. */
    int MAX_CHOSEN = 6;

    /**
     * Chooses.
     *
     * @param ready the edges that are ready and have an address for the client, in the order of
     *     their registration, some perhaps full. The same list as for the choice before means that
     *     nothing has changed since but that the edges chosen then may have been listed
     * @return at most {@value #MAX_CHOSEN}, best first; empty if none has room. It may be another
     *     after the next choice
     */
    List<EdgeCandidate> choose(Newcomer newcomer, List<EdgeCandidate> ready);

    /**
     * An edge registered or was lost. What is passed to {@link #choose} is always among the last.
     *
     * @param edges all that are not lost, ready or not; not kept
     */
    default void edges(Collection<EdgeCandidate> edges) {}
}
