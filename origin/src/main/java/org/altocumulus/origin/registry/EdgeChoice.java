package org.altocumulus.origin.registry;

import java.util.List;

/** Which edges a newcomer is told, in which order. */
@FunctionalInterface
public interface EdgeChoice {
    /** Most edges that are told at once: with the origin, a client takes seven addresses. */
    int MAX_CHOSEN = 6;

    /**
     * Chooses.
     *
     * @param ready the edges that are ready, in the order of their registration; some may be full
     * @return at most {@value #MAX_CHOSEN}, best first; empty if none has room
     */
    List<EdgeCandidate> choose(List<EdgeCandidate> ready);
}
